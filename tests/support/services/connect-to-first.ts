import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Round-robin: each call begins one port further on. */
export function createRoundRobin(current: () => readonly number[]): () => number[] {
  let turn = 0;
  return () => {
    const ports = current();
    turn += 1;
    return ports.map((_port, index) => ports[(turn + index) % ports.length] ?? 0);
  };
}

/** Connects to the first of these loopback ports that accepts; null when none does. */
export async function connectToFirst(
  ports: readonly number[],
  open = (port: number) => connect({ port, host: '127.0.0.1' }),
): Promise<{ port: number; socket: Socket } | null> {
  for (const port of ports) {
    const socket = open(port);
    try {
      await once(socket, 'connect');
      return { port, socket };
    } catch {
      socket.destroy();
    }
  }
  return null;
}
