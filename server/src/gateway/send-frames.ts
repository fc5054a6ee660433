import type { StreamEvent, StreamName } from '@cruddur/shared';
import { encodeFrames, type EventFrame } from '../streams/event-frames.ts';
import type { GatewaySocket } from './gateway-types.ts';

/** Sends a frame after all that was sent before. `Socket.emit` would encode it anew for each socket. */
export function sendFrame(socket: GatewaySocket, { packet, preEncoded }: EventFrame): void {
  // As Socket.IO's own broadcasts do; should engine.io no longer know the option, it encodes the packet itself.
  const options = { compress: false, wsPreEncodedFrame: preEncoded };
  socket.conn.write(packet, options);
}

/** Sends a list of events to sockets that all stand before it, in frames that are encoded once. */
export function broadcastEvents(
  sockets: Iterable<GatewaySocket>,
  { stream, events }: { stream: StreamName; events: readonly StreamEvent[] },
): void {
  const frames = encodeFrames(stream, events);
  for (const socket of sockets) for (const frame of frames) sendFrame(socket, frame);
}
