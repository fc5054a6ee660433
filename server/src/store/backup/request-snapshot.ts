import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NO_PROGRAM, socketPath } from '../unix-socket.ts';
import { BACKUP_PARTIAL, type Snapshot } from './snapshot.ts';
import { StartupError } from '../../config/startup-error.ts';

/**
 * Requests a copy of the store from the running program. The copy exists until it is disposed or the program stops.
 * @returns undefined when no program listens in this data directory
 * @throws StartupError when the program refuses, or Error when it stops meanwhile
 */
export async function requestSnapshot(dataDir: string): Promise<Snapshot | undefined> {
  const address = socketPath(dataDir, 'backup.sock');
  const response = address === undefined ? undefined : await requestCopy(address);
  if (response === undefined) return undefined;
  if (response.statusCode !== 200) throw new StartupError(await refusalOf(response));
  const [line] = (await once(response, 'data')) as [Buffer];
  const name = basename(line.toString().trim());
  if (!name.startsWith(BACKUP_PARTIAL))
    throw new Error('the running program answered without the folder of a copy');
  // When the program stops it removes the copy, and reading its files fails.
  response.on('error', () => undefined);
  const folder = join(dataDir, name);
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
      response.destroy();
    },
  };
}

async function requestCopy(address: string): Promise<IncomingMessage | undefined> {
  const copyRequest = request({ socketPath: address, path: '/backup', method: 'POST' });
  copyRequest.end();
  try {
    const [response] = (await once(copyRequest, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (NO_PROGRAM.includes(code)) return undefined;
    if (code === 'EACCES') {
      throw new StartupError('The running program belongs to another user: run the backup as that user.');
    }
    throw error;
  }
}

async function refusalOf(response: IncomingMessage): Promise<string> {
  let reason = '';
  for await (const chunk of response) reason += String(chunk);
  if (response.statusCode === 409) return 'Another backup is in progress: try again when it is done.';
  return `The running program failed to copy its store (${reason}).`;
}
