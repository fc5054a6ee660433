import { fileURLToPath } from 'node:url';
import { createCleanup } from '../support/cleanup.ts';
import { createTempFolder } from '../support/create-temp-folder.ts';
import { startProgram } from '../support/program.ts';

/** In MB, after garbage collection. */
export interface MemoryUsage {
  rss: number;
  heapUsed: number;
  /** Buffers outside the heap. */
  external: number;
}

/** The built program as a child process. */
export interface AttackedGateway extends AsyncDisposable {
  url: string;
  /** From its start to its ready line. */
  readyMs: number;
  memory(): Promise<MemoryUsage>;
  /** Its current resident memory, in MB. */
  residentMb(): number;
  /** Its log, as JSON lines; errors only unless `LOG_LEVEL` says otherwise. */
  logLines: () => string[];
  /** The reason why it is unhealthy: it ended, or it logged an error. */
  faults(): string[];
}

const MEMORY_PROBE = fileURLToPath(new URL('memory-probe.mjs', import.meta.url));
/** Express lets Node parse a request target such as `http://[::1/`, and handles the failure of later versions as an unknown path. */
const EXPECTED_WARNING = 'DEP0170';
const READY_WITHIN_MS = 120_000;
const MB = 1024 * 1024;
const MEMORY = 'memory: ';
const ERROR_LEVEL = 50;

/** @param env variables in addition to a data folder */
export async function startAttackedGateway(env: Record<string, string>): Promise<AttackedGateway> {
  const cleanup = createCleanup();
  const folder = await createTempFolder();
  cleanup.defer(() => folder[Symbol.asyncDispose]());
  const startedAt = performance.now();
  const program = startProgram({
    LOG_LEVEL: 'error',
    DATA_DIR: folder.path,
    NODE_OPTIONS: `--import=${MEMORY_PROBE} --disable-warning=${EXPECTED_WARNING}`,
    ...env,
  });
  cleanup.defer(() => program[Symbol.asyncDispose]());
  let exitCode: number | null | undefined;
  void program.waitForExit().then((code) => (exitCode = code));
  try {
    const url = await program.waitUntilReady(READY_WITHIN_MS);
    const readyMs = performance.now() - startedAt;
    const figures = () => program.stdoutLines().filter((line) => line.startsWith(MEMORY));
    return {
      url,
      readyMs,
      residentMb: () => program.residentMb(),
      logLines: () => program.stderrLines(),
      async memory() {
        const known = figures().length;
        program.sendSignal('SIGUSR2');
        await program.waitUntil(() => figures().length > known, 'the memory figures are printed');
        const bytes = JSON.parse(figures().at(-1)?.slice(MEMORY.length) ?? '{}') as MemoryUsage;
        return { rss: bytes.rss / MB, heapUsed: bytes.heapUsed / MB, external: bytes.external / MB };
      },
      faults: () => [
        ...(exitCode === undefined ? [] : [`a gateway ended with ${exitCode}`]),
        ...program
          .stderrLines()
          .filter(isFault)
          .map((line) => `a gateway logged ${line.slice(0, 400)}`),
      ],
      [Symbol.asyncDispose]: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Only lines at level error count: the audit log is written at every level. A line that is not JSON is a failure of Node. */
export function isFault(line: string): boolean {
  const level = /^\{"level":(\d+),/.exec(line)?.[1];
  return level === undefined || Number(level) >= ERROR_LEVEL;
}
