import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server that takes everything and keeps it. */
export type SmtpServer = AsyncDisposable & { url: string; received: { to: string; data: string }[] };

export async function startSmtpServer(): Promise<SmtpServer> {
  const received: SmtpServer['received'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    converse(socket, (to, data) => received.push({ to, data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, keep: (to: string, data: string) => void): void {
  let to = '';
  let pending = '';
  let isData = false;
  socket.setEncoding('utf8').write('220 ready\r\n');
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = pending.slice(0, end);
      pending = pending.slice(end + (isData ? 5 : 2));
      if (isData) keep(to, line);
      if (/^RCPT TO:/i.test(line)) to = line.replace(/^RCPT TO:<(.*)>.*$/i, '$1');
      const starts = !isData && /^DATA$/i.test(line);
      socket.write(starts ? '354 go on\r\n' : '250 ok\r\n');
      isData = starts;
    }
  });
}
