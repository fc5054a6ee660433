import { readFileSync, readlinkSync } from 'node:fs';
import * as z from 'zod';

/** The holder named in a lock file, for the message of a refusal; the kernel decides whether the lock is held. */
export interface LockOwner {
  pid: number;
  /** The PID namespace of `pid`; empty outside Linux. */
  namespace: string;
}

const ownerShape = z.object({ pid: z.int().positive(), namespace: z.string() });

export const currentOwner = (): LockOwner => ({ pid: process.pid, namespace: pidNamespace() });

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

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
