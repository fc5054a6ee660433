import { FRAME_SENT_MAX_BYTES, SYNC_EVENTS_MAX, type StreamEvent, type StreamName } from '@cruddur/shared';
import { encodeWireFrame, joinFrames, type WireFrame, type WireFrames } from './wire-frames.ts';

/** What a frame or a sync reply holds beside its events, in bytes. */
const FRAME_OVERHEAD_BYTES = 256;
/** A connection of 16 KB/s takes two seconds for it, so pings are answered in time. */
const CHUNK_BYTES_MAX = FRAME_SENT_MAX_BYTES - FRAME_OVERHEAD_BYTES;

const framesOfLists = new WeakMap<readonly StreamEvent[], WireFrames>();

/** The frames of a list of events, cached by the list. A list belongs to one stream. */
export function encodeFrames(stream: StreamName, events: readonly StreamEvent[]): WireFrames {
  const cached = framesOfLists.get(events);
  if (cached) return cached;
  const frames: WireFrame[] = [];
  for (let rest = events.map((event) => JSON.stringify(event)); rest.length > 0;) {
    const count = countChunk(rest);
    frames.push(encodeFrame(stream, rest.slice(0, count)));
    rest = rest.slice(count);
  }
  const joined = joinFrames(frames);
  framesOfLists.set(events, joined);
  return joined;
}

/** The first events, at least one, whose JSON fits into a chunk: a slow connection then receives each reply in time. */
export function takeChunk(events: readonly StreamEvent[]): StreamEvent[] {
  return events.slice(0, countChunk(events.slice(0, SYNC_EVENTS_MAX).map((event) => JSON.stringify(event))));
}

function countChunk(texts: readonly string[]): number {
  let bytes = 0;
  const tooMuch = texts.findIndex((text) => (bytes += Buffer.byteLength(text) + 1) > CHUNK_BYTES_MAX);
  return Math.max(Math.min(tooMuch < 0 ? texts.length : tooMuch, SYNC_EVENTS_MAX), 1);
}

/** @param events each as JSON */
function encodeFrame(stream: StreamName, events: readonly string[]): WireFrame {
  return encodeWireFrame('events', `{"stream":${JSON.stringify(stream)},"events":[${events.join()}]}`);
}
