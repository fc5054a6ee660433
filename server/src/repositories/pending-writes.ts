import type { PlanRequest, PlanResult, WriteRequest } from './commit.ts';
import { operationKey } from './operations.ts';

/** The size of a shared commit. Changes are small, and a popular crud has hundreds of them waiting. */
const BATCH_MAX = { operations: 32, changes: 64 };
/** The number of changes in one commit from which on their requests and answers noticeably delay reads. */
const CROWD_MIN = 16;

/** A write whose caller waits for its commit. */
export interface PendingWrite<R extends WriteRequest = WriteRequest> {
  request: R;
  resolve: (written: PlanResult) => void;
  reject: (error: unknown) => void;
}

/** A pending write that can share a commit. */
export type PendingPlan = PendingWrite<PlanRequest>;

export function isPendingPlan(write: PendingWrite): write is PendingPlan {
  return 'plan' in write.request;
}

/**
 * Takes the plans of one commit in their order, only the first one of each key: the next one must see its result.
 * @param canJoin further conditions
 */
export function takeBatch<W extends PendingWrite>(
  pending: readonly W[],
  canJoin: (write: PendingPlan) => boolean = () => true,
): { batch: (W & PendingPlan)[]; rest: W[] } {
  const batch = new Map<unknown, W & PendingPlan>();
  const rest: W[] = [];
  const remaining = { ...BATCH_MAX };
  for (const write of pending) {
    const kind = write.request.operation === null ? 'changes' : 'operations';
    if (isPendingPlan(write) && remaining[kind] > 0 && !batch.has(batchKeyOf(write)) && canJoin(write)) {
      batch.set(batchKeyOf(write), write);
      remaining[kind] -= 1;
    } else rest.push(write);
  }
  return { batch: [...batch.values()], rest };
}

/** Whether the changes of a batch are so many that they come from a crowd, as after a popular crud. */
export function isOfCrowd(batch: readonly PendingPlan[]): boolean {
  return batch.filter(({ request }) => request.operation === null).length >= CROWD_MIN;
}

function batchKeyOf({ request }: PendingPlan): unknown {
  const { plan, operation } = request;
  if (operation !== null) return operationKey(operation);
  if (plan.is === 'mark') return `${plan.mark} ${plan.activity} ${plan.person}`;
  if (plan.is === 'read') return `${plan.isAnnounced} ${plan.conversation} ${plan.reader}`;
  return request;
}
