import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body beyond its limit. Error handlers read `status` and `expose`, as with errors of Express's parsers. */
class BodyTooLarge extends Error {
  readonly status = 413;
  readonly expose = true;
}

/** A body that ended before its announced length. */
class BodyTruncated extends Error {
  readonly status = 400;
  readonly expose = true;
}

/**
 * The chunks of a request's body, at most `limit` bytes in total. `100 Continue` is sent here and not earlier, so a body that is
 * refused unread is never sent.
 * @throws BodyTooLarge before reading when the announced length exceeds the limit, else at the first byte above it; BodyTruncated
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
    // Destroying the stream at an early end would close the connection before the answer is sent.
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

/** The whole body in memory. @throws the errors of `readChunks` */
export async function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(request, response, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** In bytes; 0 without the header. */
export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

export const isChunked = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined;

function expectsContinue({ headers }: IncomingMessage): boolean {
  return /^100-continue$/i.test(headers.expect ?? '');
}
