import type { WriteResult } from '../domain/ports.ts';
import type { WriteRequest } from './commit.ts';
import { operationKey } from './operations.ts';

/** The size of a shared commit. Changes are small, and a popular crud has hundreds of them waiting. */
const BATCH_MAX = { operations: 32, changes: 64 };

/** A write whose caller waits for its commit. */
export interface PendingWrite {
  request: WriteRequest;
  resolve: (written: WriteResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Takes the writes of one commit in their order, only the first one of each key: the next one must see its result.
 * @param canJoin further conditions
 */
export function takeBatch(
  pending: readonly PendingWrite[],
  canJoin: (write: PendingWrite) => boolean = () => true,
): { batch: PendingWrite[]; rest: PendingWrite[] } {
  const batch = new Map<unknown, PendingWrite>();
  const rest: PendingWrite[] = [];
  const remaining = { ...BATCH_MAX };
  for (const write of pending) {
    const key = batchKeyOf(write.request);
    const kind = write.request.operation === null ? 'changes' : 'operations';
    if (remaining[kind] > 0 && !batch.has(key) && canJoin(write)) {
      batch.set(key, write);
      remaining[kind] -= 1;
    } else rest.push(write);
  }
  return { batch: [...batch.values()], rest };
}

function batchKeyOf(request: WriteRequest): unknown {
  return request.operation === null ? (request.options.key ?? request) : operationKey(request);
}
