import { createServer, type Socket } from 'node:net';
import { listenLocally } from '../listen-locally.ts';

/** A mail server that accepts and stores every mail. */
export type SmtpServer = AsyncDisposable & {
  url: string;
  port: number;
  received: { to: string; data: string }[];
  /** Recipients that it rejects permanently. */
  rejectedRecipients: Set<string>;
};

/** @param port default a free one */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const received: SmtpServer['received'] = [];
  const unknown = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    handleConnection(socket, { unknown, keep: (to, data) => received.push({ to, data }) });
  });
  const listening = await listenLocally(server, '127.0.0.1', port);
  return {
    received,
    rejectedRecipients: unknown,
    port: listening.port,
    url: `smtp://127.0.0.1:${listening.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await listening[Symbol.asyncDispose]();
    },
  };
}

type SmtpHandlers = { unknown: Set<string>; keep: (to: string, data: string) => void };

function handleConnection(socket: Socket, { unknown, keep }: SmtpHandlers): void {
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
      const isRefused = !isData && /^RCPT TO:/i.test(line) && unknown.has(to);
      socket.write(isRefused ? '550 no such mailbox\r\n' : starts ? '354 go on\r\n' : '250 ok\r\n');
      isData = starts;
    }
  });
}
