import { fileURLToPath } from 'node:url';
import { until } from '../../../support/until.ts';
import type { BenchGateway } from '../peer-environment.ts';

const MEMORY_PROBE = fileURLToPath(new URL('../../../attack/memory-probe.mjs', import.meta.url));
const MEMORY = 'memory: ';

/** The environment of a gateway whose heap is measured. */
export const heapEnvironment = { NODE_OPTIONS: `--import=${MEMORY_PROBE}` };

/** The JavaScript heap of a gateway after a collection of garbage. */
export async function measureHeapKib({ program }: BenchGateway): Promise<number> {
  const figures = () => program.stdoutLines().filter((line) => line.startsWith(MEMORY));
  const before = figures().length;
  program.sendSignal('SIGUSR2');
  await until(() => figures().length > before, { what: 'the program has reported its memory' });
  const { heapUsed } = JSON.parse(figures().at(-1)?.slice(MEMORY.length) ?? '') as { heapUsed: number };
  return heapUsed / 1024;
}
