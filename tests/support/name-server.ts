import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on this machine that receives questions and answers none, as one that is cut off. */
export interface SilentNameServer extends AsyncDisposable {
  /** In the form of `dns.setServers`. */
  address: string;
  /** The names that were asked for, each once. */
  names(): string[];
}

export async function startSilentNameServer(): Promise<SilentNameServer> {
  const names = new Set<string>();
  const socket: Socket = createSocket('udp4');
  socket.on('message', (question) => names.add(readName(question)));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names: () => [...names],
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The labels of the first question (RFC 1035, section 4.1.2), which begin after a header of 12 bytes. */
function readName(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; ;) {
    const length = question.readUInt8(at);
    if (length === 0) return labels.join('.');
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
}
