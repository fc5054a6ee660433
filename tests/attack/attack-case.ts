import type { AttackEnvironment } from './attack-environment.ts';

/** The measurements of one attack. */
export interface AttackResult {
  /** Printed in this order. */
  figures: Record<string, string | number>;
  /** Answers and endings that must not occur: a 5xx, a wrong code, a closed socket. Each one fails the run. */
  faults: string[];
  /** Targets of time or memory that were missed. Other work on the machine affects them, so the short form ignores them. */
  missedTargets: string[];
}

/** One row of the table. Its file explains its numbers. */
export interface AttackCase {
  /** The name for `--only`. */
  name: string;
  /** What it does, in a few words. */
  description: string;
  /** A thrown error is a fault. */
  run(environment: AttackEnvironment): Promise<AttackResult>;
}

/** The number of answers by status; 0 is a connection that was cut. */
export type Statuses = Record<number, number>;

export function countStatus(statuses: Statuses, status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** One fault for each status that is not expected. */
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

/** A text when the value is above the limit, undefined otherwise. */
export function describeMissedTarget(what: string, value: number, limit: number): string[] {
  return value <= limit ? [] : [`${what} ${Math.round(value * 100) / 100}, target ${limit}`];
}
