import { once } from 'node:events';
import type { Response } from 'express';
import type { StreamedAnswer } from '../domain/use-case.ts';

/** A client that has read nothing for this long has left. In milliseconds. */
const STALLED_MS = 60_000;

/**
 * Sends a file part by part: the next part is read when the client has taken the one before. Stops when the client leaves.
 * @throws what the reading of a part throws; with a part sent, the connection must then be destroyed
 */
export async function sendFile(response: Response, { fileName, chunks }: StreamedAnswer): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  for await (const chunk of chunks) {
    if (response.closed) return;
    if (!response.write(chunk) && !(await isDrained(response))) {
      response.destroy();
      return;
    }
  }
  response.end();
}

/** False when the client has left, or reads no more. */
async function isDrained(response: Response): Promise<boolean> {
  const left = new AbortController();
  const leave = () => left.abort();
  response.once('close', leave);
  try {
    await once(response, 'drain', {
      signal: AbortSignal.any([left.signal, AbortSignal.timeout(STALLED_MS)]),
    });
    return true;
  } catch {
    return false;
  } finally {
    response.off('close', leave);
  }
}
