import { fileURLToPath } from 'node:url';
import type { RunningProgram } from './program.ts';

/** In bytes, after a collection of garbage. */
export interface MemoryUsage {
  rss: number;
  heapUsed: number;
}

const PROBE = fileURLToPath(new URL('memory-probe.mjs', import.meta.url));
const MEMORY = 'memory: ';

/** The options of Node with which a program reports its memory. */
export const memoryOptions = `--import=${PROBE}`;

/** @param program was started with `memoryOptions` */
export async function measureMemory(program: RunningProgram): Promise<MemoryUsage> {
  const figures = () => program.stdoutLines().filter((line) => line.startsWith(MEMORY));
  const before = figures().length;
  program.sendSignal('SIGUSR2');
  await program.waitUntil(() => figures().length > before, 'the program has reported its memory');
  return JSON.parse(figures().at(-1)?.slice(MEMORY.length) ?? '') as MemoryUsage;
}
