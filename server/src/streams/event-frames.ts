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
  for (let rest = events; rest.length > 0;) {
    const texts = encodeChunk(rest);
    frames.push(encodeFrame(stream, texts));
    rest = rest.slice(texts.length);
  }
  const joined = joinFrames(frames);
  framesOfLists.set(events, joined);
  return joined;
}

/** The first events, at least one, whose JSON fits into a chunk: a slow connection then receives each reply in time. */
export function takeChunk(events: readonly StreamEvent[]): StreamEvent[] {
  return events.slice(0, encodeChunk(events).length);
}

/** Encodes events until they fill a chunk: the rest of 500 costs nothing. */
function encodeChunk(events: readonly StreamEvent[]): string[] {
  const texts: string[] = [];
  let bytes = 0;
  for (const event of events.slice(0, SYNC_EVENTS_MAX)) {
    const text = JSON.stringify(event);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > CHUNK_BYTES_MAX && texts.length > 0) break;
    texts.push(text);
  }
  return texts;
}

/** @param events each as JSON */
function encodeFrame(stream: StreamName, events: readonly string[]): WireFrame {
  return encodeWireFrame('events', `{"stream":${JSON.stringify(stream)},"events":[${events.join()}]}`);
}
