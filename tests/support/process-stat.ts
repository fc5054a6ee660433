import { readFileSync } from 'node:fs';

/** What Linux knows of a process. */
export interface ProcessStat {
  /** The id of its parent. */
  parent: number;
  /** Its processor time so far. */
  seconds: number;
  /** The processor time of its children that have ended. */
  endedSeconds: number;
}

/** @returns undefined for a process that has ended */
export function readProcessStat(pid: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may contain spaces. Times are in hundredths of a second on every machine.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / 100;
  return { parent: fields[1] ?? 0, seconds: sum(11), endedSeconds: sum(13) };
}

/** The processor time of a process so far. @throws Error when it has ended */
export function processorSeconds(pid: number): number {
  const stat = readProcessStat(pid);
  if (!stat) throw new Error(`the process ${pid} has ended`);
  return stat.seconds;
}
