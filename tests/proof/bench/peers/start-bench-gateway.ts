import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { startProgram, type RunningProgram } from '../../../support/program.ts';

export interface BenchGateway extends AsyncDisposable {
  url: string;
  program: RunningProgram;
}

/** Starts the built program with a folder of its own, without rate limits, limits of sockets and log. */
export async function startBenchGateway(env: Record<string, string>): Promise<BenchGateway> {
  const folder = await createTempFolder();
  const program = startProgram({
    DATA_DIR: folder.path,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'none',
    MAX_SOCKETS_PER_PERSON: '100000',
    MAX_SOCKETS_PER_ADDRESS: '100000',
    ...env,
  });
  const stop = async () => {
    await program[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  try {
    return { url: await program.waitUntilReady(), program, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
