import { readFileSync, readlinkSync } from 'node:fs';
import * as z from 'zod';

/**
 * The holder named in a lock file, for the message of a refusal; the kernel decides whether the lock is held. The exception is
 * `kernel: false`, a lock file of a version without the kernel lock.
 */
export interface LockOwner {
  pid: number;
  /** The start time, which distinguishes processes with the same number; empty where the system does not provide it. */
  started: string;
  kernel: boolean;
  /** The PID namespace of `pid`; empty outside Linux. */
  namespace: string;
}

const ownerShape = z.object({
  pid: z.int().positive(),
  started: z.string(),
  kernel: z.boolean().default(false),
  namespace: z.string().default(''),
});

export function currentOwner(): LockOwner {
  const { pid } = process;
  return { pid, started: processStat(pid)?.started ?? '', kernel: true, namespace: pidNamespace() };
}

/** @returns undefined when the file is gone, is unreadable, or does not name a process */
export function readOwner(file: string): LockOwner | undefined {
  try {
    return ownerShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** The holder for a message: `Another Cruddur (process 12)`. */
export function describeOwner(owner: LockOwner | undefined): string {
  if (owner === undefined) return 'Another Cruddur';
  const isForeign = owner.namespace !== '' && owner.namespace !== pidNamespace();
  return `Another Cruddur (process ${owner.pid}${isForeign ? ' of another container' : ''})`;
}

/** Whether the process of a lock file runs in this PID namespace. A zombie does not count, because it holds no files. */
export function isRunning({ pid, started }: LockOwner): boolean {
  if (!processExists(pid)) return false;
  const stat = processStat(pid);
  if (stat === undefined) return true;
  return !['Z', 'X'].includes(stat.state) && (started === '' || started === stat.started);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Fields 3 and 22 of Linux's stat file, counted after the name in brackets, which may contain spaces and brackets. */
function processStat(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
