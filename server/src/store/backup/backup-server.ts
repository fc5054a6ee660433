import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { basename } from 'node:path';
import type { EmbeddedStore } from '../open-pglite.ts';
import { closeSocketServer, listenOnSocket, socketPath } from '../unix-socket.ts';
import { takeSnapshot } from './snapshot.ts';
import type { Logger } from '../../domain/logger.ts';

export interface BackupServerParts {
  dataDir: string;
  store: Pick<EmbeddedStore, 'pauseDuring' | 'pglite'>;
  logger: Logger;
}

export interface BackupServer {
  /** Cancels a backup in progress, and waits until it no longer uses the store. */
  close(): Promise<void>;
}

/**
 * `POST /backup` on a Unix socket in the data directory copies the running store and answers with the copy's folder. The caller
 * packs the copy in its own process, because here each of a thousand files would wait for the event loop several times. The copy
 * is removed when the connection closes. Without a socket, a backup requires a stopped program.
 * @param parts.dataDir locked by the caller
 */
export async function startBackupServer({
  dataDir,
  store,
  logger,
}: BackupServerParts): Promise<BackupServer> {
  const address = socketPath(dataDir, 'backup.sock');
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Promise<void> | undefined;

  const answer = async (response: ServerResponse): Promise<void> => {
    const closed = once(response, 'close');
    const startedAt = performance.now();
    try {
      await using snapshot = await takeSnapshot({ dataDir, store, signal });
      logger.info(
        { held_ms: Math.round(performance.now() - startedAt) },
        'the store was copied for a backup',
      );
      response.writeHead(200).write(`${basename(snapshot.folder)}\n`);
      const stop = () => response.destroy();
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      await closed;
    } catch (error) {
      logger.error({ reason: reasonOf(error) }, 'a backup failed');
      response.writeHead(500).end(reasonOf(error));
    }
  };
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/backup') response.writeHead(404).end();
    else if (current) response.writeHead(409).end();
    else current = answer(response).finally(() => (current = undefined));
  });

  const isOpen = address !== undefined && (await listen(server, address, logger));
  return {
    async close() {
      stopping.abort();
      await current;
      if (isOpen) await closeSocketServer(server);
    },
  };
}

async function listen(server: Server, address: string, logger: Logger): Promise<boolean> {
  try {
    await listenOnSocket(server, address);
    return true;
  } catch (error) {
    logger.warn(
      { reason: reasonOf(error) },
      'backup.sock cannot be opened: a backup requires a stopped program',
    );
    return false;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
