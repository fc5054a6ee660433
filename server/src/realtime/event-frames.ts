import { SYNC_MAX, type StreamEvent, type StreamName } from '@cruddur/shared';
import type { GatewaySocket } from './gateway-types.ts';

/** Events as they go over the wire, encoded once for any number of sockets. */
export interface EventFrame {
  /** The packet in Socket.IO's protocol. */
  packet: string;
  /** Head and content of the WebSocket frame that carries it: shared by all sockets that it waits for. */
  ready: readonly [Buffer, Buffer];
}

/** In bytes: a line of 16 KB a second takes so much in two, and is asked for a sign of life in time. */
const COMFORTABLE = 32_768;

const framesOfLists = new WeakMap<readonly StreamEvent[], readonly EventFrame[]>();

/** The frames of a list of events; of the same list they are the same. A list belongs to one stream. */
export function framesOf(stream: StreamName, events: readonly StreamEvent[]): readonly EventFrame[] {
  const known = framesOfLists.get(events);
  if (known) return known;
  const frames: EventFrame[] = [];
  for (let rest = events.map((event) => JSON.stringify(event)); rest.length > 0;) {
    const count = comfortable(rest);
    frames.push(encode(stream, rest.slice(0, count)));
    rest = rest.slice(count);
  }
  framesOfLists.set(events, frames);
  return frames;
}

/** The first of these events, one at least: so many that a slow line gets on by each answer, and takes it in time. */
export function comfortably(events: readonly StreamEvent[]): StreamEvent[] {
  return events.slice(0, comfortable(events.slice(0, SYNC_MAX).map((event) => JSON.stringify(event))));
}

function comfortable(texts: readonly string[]): number {
  let bytes = 0;
  const tooMuch = texts.findIndex((text) => (bytes += Buffer.byteLength(text)) > COMFORTABLE);
  return Math.max(Math.min(tooMuch < 0 ? texts.length : tooMuch, SYNC_MAX), 1);
}

/** Sends a frame after all that was sent before. `Socket.emit` would encode it anew for each socket. */
export function sendFrame(socket: GatewaySocket, { packet, ready }: EventFrame): void {
  // As Socket.IO's own broadcasts do; should engine.io no longer know the option, it encodes the packet itself.
  const options = { compress: false, wsPreEncodedFrame: ready };
  socket.conn.write(packet, options);
}

const EVENT = '2';
const MESSAGE = '4';

/** @param events as JSON */
function encode(stream: StreamName, events: readonly string[]): EventFrame {
  const packet = `${EVENT}["events",{"stream":${JSON.stringify(stream)},"events":[${events.join()}]}]`;
  const content = Buffer.from(MESSAGE + packet);
  return { packet, ready: [headOf(content.length), content] };
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
