import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import {
  operatorAnswer,
  type OperatorAnswer,
  type OperatorRequest,
} from '../domain/moderation/operator-request.ts';
import { NO_PROGRAM, socketPath } from '../store/unix-socket.ts';
import { StartupError } from '../config/startup-error.ts';

/**
 * Sends a command to the program that runs on an embedded store.
 * @throws StartupError when no program listens in this data directory, or it belongs to another user
 */
export async function sendCommand(dataDir: string, command: OperatorRequest): Promise<OperatorAnswer> {
  const address = socketPath(dataDir, 'operate.sock');
  const response = address === undefined ? undefined : await post(address, JSON.stringify(command));
  if (!response) throw new StartupError(`No Cruddur runs on ${dataDir}: start it, or set DATA_DIR.`);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  if (response.statusCode !== 200)
    throw new Error(`the program answered ${response.statusCode}: see its log`);
  return operatorAnswer.parse(JSON.parse(text));
}

async function post(address: string, body: string): Promise<IncomingMessage | undefined> {
  const sent = request({ socketPath: address, path: '/operate', method: 'POST' });
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (NO_PROGRAM.includes(code)) return undefined;
    if (code === 'EACCES')
      throw new StartupError('The running program belongs to another user: run the command as that user.');
    throw error;
  }
}
