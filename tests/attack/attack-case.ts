import type { AttackEnvironment } from './attack-environment.ts';

/** What one attack measured. */
export interface AttackResult {
  /** In the order in which they are printed. */
  figures: Record<string, string | number>;
  /** Answers and ends that must not happen: a 5xx, a wrong code, a closed socket. Each one fails the run. */
  faults: string[];
  /** Targets in time or memory that were not met. Other work on the machine shows in them, so the short form ignores them. */
  missedTargets: string[];
}

/** One row of the table. Its file also says why the numbers in it are what they are. */
export interface AttackCase {
  /** For `--only`. */
  name: string;
  /** What it does, in a few words. */
  description: string;
  /** An error that it throws is a fault. */
  run(world: AttackEnvironment): Promise<AttackResult>;
}

/** Statuses with how often each was answered; 0 is a cut connection. */
export type Statuses = Record<number, number>;

export function countStatus(statuses: Statuses, status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** One fault for each status that is not among the expected ones. */
export function findUnexpectedStatuses(statuses: Statuses, expected: readonly number[]): string[] {
  return Object.entries(statuses)
    .filter(([status]) => !expected.includes(Number(status)))
    .map(([status, times]) => `${times} × ${status === '0' ? 'connection cut' : `answer ${status}`}`);
}

/** `200: 17, 429: 3` */
export const formatStatuses = (statuses: Statuses) =>
  Object.entries(statuses)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');

/** Text when the value is above the limit, nothing otherwise. */
export function describeMissedTarget(what: string, value: number, limit: number): string[] {
  return value <= limit ? [] : [`${what} ${Math.round(value * 100) / 100}, target ${limit}`];
}
