import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { backupSocketPath } from './backup-socket-path.ts';
import { BACKUP_PARTIAL, type Snapshot } from './snapshot.ts';

const NO_PROGRAM = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

/**
 * Has the running program copy its store. The copy stays until it is disposed or the program stops.
 * @returns undefined when no program listens in this data directory
 * @throws StartFault when the program refuses, or Error when it stops on the way
 */
export async function requestSnapshot(dataDir: string): Promise<Snapshot | undefined> {
  const socketPath = backupSocketPath(dataDir);
  const response = socketPath === undefined ? undefined : await requestCopy(socketPath);
  if (response === undefined) return undefined;
  if (response.statusCode !== 200) throw new StartupError(await refusalOf(response));
  const [line] = (await once(response, 'data')) as [Buffer];
  const name = basename(line.toString().trim());
  if (!name.startsWith(BACKUP_PARTIAL)) throw new Error('the running program named no copy');
  // A stop of the program removes the copy, which the reading of its files notices.
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

async function requestCopy(socketPath: string): Promise<IncomingMessage | undefined> {
  const call = request({ socketPath, path: '/backup', method: 'POST' });
  call.end();
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage];
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
  if (response.statusCode === 409) return 'Another backup is under way: try again when it is done.';
  return `The running program could not make a backup (${reason}).`;
}
