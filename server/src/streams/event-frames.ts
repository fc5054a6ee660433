import { FRAME_SENT_MAX_BYTES, SYNC_EVENTS_MAX, type StreamEvent, type StreamName } from '@cruddur/shared';

/** Events on the wire, encoded once for any number of sockets. */
export interface EventFrame {
  /** The packet in Socket.IO's protocol. */
  packet: string;
  /** Head and content of the WebSocket frame that carries it, shared by all sockets. */
  preEncoded: readonly [Buffer, Buffer];
}

/** What a frame or a sync reply holds beside its events, in bytes. */
const FRAME_OVERHEAD_BYTES = 256;
/** A connection of 16 KB/s takes two seconds for it, so pings are answered in time. */
const CHUNK_BYTES_MAX = FRAME_SENT_MAX_BYTES - FRAME_OVERHEAD_BYTES;

const framesOfLists = new WeakMap<readonly StreamEvent[], readonly EventFrame[]>();

/** The frames of a list of events, cached by the list. A list belongs to one stream. */
export function encodeFrames(stream: StreamName, events: readonly StreamEvent[]): readonly EventFrame[] {
  const cached = framesOfLists.get(events);
  if (cached) return cached;
  const frames: EventFrame[] = [];
  for (let rest = events.map((event) => JSON.stringify(event)); rest.length > 0;) {
    const count = countChunk(rest);
    frames.push(encodeFrame(stream, rest.slice(0, count)));
    rest = rest.slice(count);
  }
  framesOfLists.set(events, frames);
  return frames;
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

const EVENT = '2';
const MESSAGE = '4';

/** @param events each as JSON */
function encodeFrame(stream: StreamName, events: readonly string[]): EventFrame {
  const packet = `${EVENT}["events",{"stream":${JSON.stringify(stream)},"events":[${events.join()}]}]`;
  const content = Buffer.from(MESSAGE + packet);
  return { packet, preEncoded: [headOf(content.length), content] };
}

/** The head of a final, unmasked text frame (RFC 6455, 5.2). */
function headOf(length: number): Buffer {
  const FINAL_TEXT = 0x81;
  if (length < 126) return Buffer.from([FINAL_TEXT, length]);
  if (length < 65_536) return Buffer.from([FINAL_TEXT, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head.writeUInt8(FINAL_TEXT, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
