import type { ServerMessage, ServerPayload } from '@cruddur/shared';

/** A packet of Socket.IO, encoded once for any number of sockets. */
export interface WireFrame {
  /** The packet in Socket.IO's protocol. */
  packet: string;
  /** The whole WebSocket frame that carries it: one buffer is written by a cheaper system call than two. */
  bytes: Buffer;
}

/** Frames that are sent together, with the bytes of all of them in one buffer. */
export interface WireFrames {
  frames: readonly WireFrame[];
  bytes: Buffer;
}

const EVENT = '2';
const MESSAGE = '4';
const FINAL_TEXT = 0x81;

/** A message to any number of sockets. */
export function encodeMessage<N extends ServerMessage[0]>(name: N, payload: ServerPayload<N>): WireFrames {
  return joinFrames([encodeWireFrame(name, JSON.stringify(payload))]);
}

/** @param payload as JSON */
export function encodeWireFrame(name: ServerMessage[0], payload: string): WireFrame {
  const packet = `${EVENT}["${name}",${payload}]`;
  const length = MESSAGE.length + Buffer.byteLength(packet);
  const headLength = headLengthOf(length);
  const bytes = Buffer.allocUnsafe(headLength + length);
  writeHead(bytes, length);
  bytes.write(MESSAGE + packet, headLength);
  return { packet, bytes };
}

export function joinFrames(frames: readonly WireFrame[]): WireFrames {
  const [first] = frames;
  const bytes =
    first && frames.length === 1 ? first.bytes : Buffer.concat(frames.map((frame) => frame.bytes));
  return { frames, bytes };
}

function headLengthOf(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}

/** The head of a final, unmasked text frame (RFC 6455, 5.2). */
function writeHead(bytes: Buffer, length: number): void {
  bytes.writeUInt8(FINAL_TEXT, 0);
  switch (headLengthOf(length)) {
    case 2:
      bytes.writeUInt8(length, 1);
      return;
    case 4:
      bytes.writeUInt8(126, 1);
      bytes.writeUInt16BE(length, 2);
      return;
    default:
      bytes.writeUInt8(127, 1);
      bytes.writeBigUInt64BE(BigInt(length), 2);
  }
}
