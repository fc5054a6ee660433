import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { StartupError } from '../config/startup-error.ts';

export interface Listening {
  port: number;
  /** Listens on ::1 and hands its connections to the HTTP server, which does not count them as its own. */
  ipv6Server: NetServer | undefined;
}

/**
 * Listens on one address, by default on loopback in both families.
 * @throws StartupError when the port is taken or the address is not this machine's
 */
export async function listen(
  server: Server,
  { host, port }: { host: string | undefined; port: number },
): Promise<Listening> {
  if (host !== undefined) {
    const bound = await bind(server, host, port);
    return { port: bound, ipv6Server: undefined };
  }
  const bound = await bind(server, '127.0.0.1', port);
  const ipv6Server = createServer((socket) => server.emit('connection', socket));
  try {
    await bind(ipv6Server, '::1', bound);
  } catch (error) {
    // A machine without IPv6 has no ::1. A port taken on ::1 would lead `localhost` to another program.
    if (error instanceof StartupError && !isAddressUnavailable(error.cause)) throw error;
    return { port: bound, ipv6Server: undefined };
  }
  return { port: bound, ipv6Server };
}

function bind(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const rejectWith = (error: NodeJS.ErrnoException) => {
      reject(toStartupError(error, { host, port }) ?? error);
    };
    server.once('error', rejectWith);
    server.listen({ host, port, ipv6Only: host === '::1' }, () => {
      server.off('error', rejectWith);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function toStartupError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): StartupError | undefined {
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES') {
    return new StartupError(`Port ${port} cannot be used: stop the other program, or set PORT to another.`, {
      cause: error,
    });
  }
  if (!isAddressUnavailable(error)) return undefined;
  return new StartupError(`${host} is no address of this machine: set HOST to one, or leave it out.`, {
    cause: error,
  });
}

function isAddressUnavailable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAFNOSUPPORT', 'EAI_AGAIN'].includes(code);
}
