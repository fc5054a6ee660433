import type { StreamEvent, StreamName } from '@cruddur/shared';
import { encodeFrames, type EventFrame } from '../streams/event-frames.ts';
import type { GatewaySocket } from './gateway-types.ts';

/** Sends a frame in order with what was sent before. `Socket.emit` would encode it again for each socket. */
export function sendFrame(socket: GatewaySocket, { packet, preEncoded }: EventFrame): void {
  // The option of Socket.IO's own broadcasts. An engine.io without it encodes the packet itself.
  const options = { compress: false, wsPreEncodedFrame: preEncoded };
  socket.conn.write(packet, options);
}

/** Sends events to sockets that have everything before them, in frames that are encoded once. */
export function broadcastEvents(
  sockets: Iterable<GatewaySocket>,
  { stream, events }: { stream: StreamName; events: readonly StreamEvent[] },
): void {
  const frames = encodeFrames(stream, events);
  for (const socket of sockets) for (const frame of frames) sendFrame(socket, frame);
}
