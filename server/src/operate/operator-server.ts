import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from '../domain/logger.ts';
import type { Operator } from '../domain/moderation/create-operator.ts';
import { operatorRequest } from '../domain/moderation/operator-request.ts';
import { closeSocketServer, listenOnSocket, socketPath } from '../store/unix-socket.ts';

export interface OperatorServerParts {
  dataDir: string;
  operate: Operator;
  logger: Logger;
}

/** Far above the longest request. */
const BODY_MAX_BYTES = 16_384;

/**
 * `POST /operate` on a Unix socket in the data directory, which only this user may open: no other process can open the embedded
 * store, so the running program carries out the commands of operators.
 * @param parts.dataDir locked by the caller
 * @returns closes the socket
 */
export async function startOperatorServer({
  dataDir,
  operate,
  logger,
}: OperatorServerParts): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answer(operate, request, response).catch((error: unknown) => {
      logger.error({ err: error }, 'a command of an operator failed');
      response.writeHead(500).end();
    });
  });
  const address = socketPath(dataDir, 'operate.sock');
  try {
    if (address === undefined) throw new Error('its path is too long');
    await listenOnSocket(server, address);
  } catch (error) {
    logger.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'operate.sock cannot be opened: npm run operate does not work',
    );
    return () => Promise.resolve();
  }
  return () => closeSocketServer(server);
}

async function answer(operate: Operator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/operate') {
    response.writeHead(404).end();
    return;
  }
  const parsed = operatorRequest.safeParse(JSON.parse(await readText(request)));
  if (!parsed.success) {
    response.writeHead(400).end();
    return;
  }
  response.writeHead(200).end(JSON.stringify(await operate(parsed.data)));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Error('a command is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
