import { SYNC_MAX, type StreamEvent, type StreamName } from '@cruddur/shared';
import type { GatewaySocket } from './gateway-types.ts';

/** Events as they go over the wire, encoded once for any number of sockets. */
export interface EventFrame {
  /** The packet in Socket.IO's protocol. */
  packet: string;
  /** Head and content of the WebSocket frame that carries it: shared by all sockets that it waits for. */
  ready: readonly [Buffer, Buffer];
}

const framesOfLists = new WeakMap<readonly StreamEvent[], readonly EventFrame[]>();

/** The frames of a list of events; of the same list they are the same. A list belongs to one stream. */
export function framesOf(stream: StreamName, events: readonly StreamEvent[]): readonly EventFrame[] {
  const known = framesOfLists.get(events);
  if (known) return known;
  const frames: EventFrame[] = [];
  for (let start = 0; start < events.length; start += SYNC_MAX)
    frames.push(encode({ stream, events: events.slice(start, start + SYNC_MAX) }));
  framesOfLists.set(events, frames);
  return frames;
}

/** Sends a frame after all that was sent before. `Socket.emit` would encode it anew for each socket. */
export function sendFrame(socket: GatewaySocket, { packet, ready }: EventFrame): void {
  // As Socket.IO's own broadcasts do; should engine.io no longer know the option, it encodes the packet itself.
  const options = { compress: false, wsPreEncodedFrame: ready };
  socket.conn.write(packet, options);
}

const EVENT = '2';
const MESSAGE = '4';

function encode(payload: { stream: StreamName; events: readonly StreamEvent[] }): EventFrame {
  const packet = EVENT + JSON.stringify(['events', payload]);
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
