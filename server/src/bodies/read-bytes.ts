import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body beyond its limit. Error handlers read `status` and `expose`, as they do with errors of Express's own parsers. */
export class BodyTooLarge extends Error {
  readonly status = 413;
  readonly expose = true;
}

/** A body that ended before its announced length. */
export class BodyTruncated extends Error {
  readonly status = 400;
  readonly expose = true;
}

/**
 * The chunks of a request's body, at most `limit` bytes in all. A client that asked for permission to send (`Expect:
 * 100-continue`) gets it here and not before, so whatever is refused without reading is never sent.
 * @throws BodyTooLarge before a byte is read when the announced length says so, else at the byte too many; what follows is
 * not read. BodyCutOff
 */
export async function* readChunks(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): AsyncGenerator<Buffer> {
  if (declaredLength(request) > limit) throw new BodyTooLarge();
  if (expectsContinue(request)) response.writeContinue();
  let size = 0;
  try {
    // The stream stays whole when this stops early: destroying it would take the connection, and the answer, with it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > limit) throw new BodyTooLarge();
      yield bytes;
    }
  } catch (error) {
    throw error instanceof BodyTooLarge ? error : new BodyTruncated(undefined, { cause: error });
  }
}

/** A whole body in memory. @throws as `readChunks` */
export async function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(request, response, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** In bytes; 0 when the request does not say. */
export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

export const isChunked = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined;

function expectsContinue({ headers }: IncomingMessage): boolean {
  return /^100-continue$/i.test(headers.expect ?? '');
}
