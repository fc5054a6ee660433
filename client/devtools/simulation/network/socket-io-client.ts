import { Transport } from 'engine.io-client';
import { encodePacket } from 'engine.io-parser';
import { io as realIo, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import type { ConnectSocket } from '../../../src/sync/connection/socket.ts';
import { currentNetwork } from './network.ts';

type Packet = Parameters<typeof encodePacket>[0];

/** A WebSocket of the world. Everything above it is the real client of Socket.IO. */
class SimulatedTransport extends Transport {
  private connection: ReturnType<ReturnType<typeof currentNetwork>['connect']> | undefined;

  override get name(): string {
    return 'websocket';
  }

  override doOpen(): void {
    this.connection = currentNetwork().connect({
      opened: () => this.onOpen(),
      receive: (packet) => this.onData(packet),
      closed: () => this.onClose({ description: 'the connection is over' }),
    });
  }

  override doClose(): void {
    this.connection?.link()?.close('client');
  }

  override write(packets: Packet[]): void {
    this.writable = false;
    for (const packet of packets)
      encodePacket(packet, true, (encoded: unknown) =>
        this.connection?.link()?.send('client', String(encoded)),
      );
    queueMicrotask(() => {
      this.writable = true;
      this.emitReserved('drain');
    });
  }
}

/** What a tab loads as Socket.IO. */
export const connectSimulated = ((uri: string, options: Partial<ManagerOptions & SocketOptions>) =>
  realIo(uri, { ...options, transports: [SimulatedTransport] })) as ConnectSocket;
