import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HttpFigures } from './http-load.ts';
import type { PeerEnvironment } from './peer-environment.ts';
import { createPlainTable } from './single-inserts.ts';

const SECONDS = 6;
const ENTRY = new URL('insert-server-entry.ts', import.meta.url);

/** A server of node:http that inserts one row for each POST, and does nothing else that a product must do. */
export async function measureInsertServer(
  { databaseUrl, loadHttp }: PeerEnvironment,
  writers: number,
): Promise<HttpFigures> {
  await createPlainTable(databaseUrl);
  const child = fork(ENTRY, [databaseUrl]);
  try {
    const [port] = (await once(child, 'message')) as [number];
    const url = `http://127.0.0.1:${String(port)}`;
    const request = { method: 'POST', path: '/', body: { message: 'one of very many' } } as const;
    return await loadHttp({ url, requests: [request], connections: writers, seconds: SECONDS });
  } finally {
    child.kill('SIGKILL');
  }
}
