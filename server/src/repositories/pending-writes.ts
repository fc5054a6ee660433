import type { WriteResult } from '../domain/ports.ts';
import type { WriteRequest } from './commit.ts';
import { operationKey } from './operations.ts';

/** So many acts share a commit at most. Changes are small, and a popular crud has hundreds of them waiting. */
const BATCH_MAX = { operations: 32, changes: 64 };

/** An act that somebody waits for. */
export interface PendingWrite {
  request: WriteRequest;
  resolve: (written: WriteResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Takes the acts of one commit, in their order. Of those with one key only the first: the next one will find what it made.
 * @param fits further conditions
 */
export function takeBatch(
  pending: readonly PendingWrite[],
  fits: (one: PendingWrite) => boolean = () => true,
): { taken: PendingWrite[]; left: PendingWrite[] } {
  const taken = new Map<unknown, PendingWrite>();
  const left: PendingWrite[] = [];
  const room = { ...BATCH_MAX };
  for (const one of pending) {
    const key = batchKeyOf(one.request);
    const kind = one.request.operation === null ? 'changes' : 'operations';
    if (room[kind] > 0 && !taken.has(key) && fits(one)) {
      taken.set(key, one);
      room[kind] -= 1;
    } else left.push(one);
  }
  return { taken: [...taken.values()], left };
}

function batchKeyOf(act: WriteRequest): unknown {
  return act.operation === null ? (act.options.key ?? act) : operationKey(act);
}
