import { createServer } from 'node:net';
import { listenLocally } from '../listen-locally.ts';

/** A loopback port that was free a moment ago, for programs that cannot report the port they chose. */
export async function findFreePort(): Promise<number> {
  const { port, ...listening } = await listenLocally(createServer());
  await listening[Symbol.asyncDispose]();
  return port;
}
