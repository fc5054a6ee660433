import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { LogEntry } from '../domain/streams.ts';
import { type Metrics, noMetrics } from '../domain/metrics.ts';
import type { ChangeOptions, OperationOutcome, WriteResult, WriteUnit } from '../domain/ports.ts';
import { createActivityWrites } from './activity-writes.ts';
import { createErasureWrites } from './erasure-writes.ts';
import { appendEntries } from './log.ts';
import { createMessageWrites } from './message-writes.ts';
import { createNotificationWrites } from './notifications.ts';
import {
  type ActorOperation,
  earlierRef,
  findEarlierResults,
  lockOperations,
  operationKey,
} from './operations.ts';
import { createPeopleWrites } from './people.ts';
import type { Db } from './tables.ts';
import {
  createDedicatedTransaction,
  createSharedTransaction,
  DedicatedTransactionRequired,
  type Transaction,
} from './transaction.ts';

/** An operation and its writes. */
export interface OperationRequest extends ActorOperation {
  work: (unit: WriteUnit) => Promise<OperationOutcome>;
}

/** An idempotent change without an operation id. */
export interface ChangeRequest {
  operation: null;
  options: ChangeOptions;
  work: (unit: WriteUnit) => Promise<OperationOutcome>;
}

export type WriteRequest = OperationRequest | ChangeRequest;

/** The result of one request of a shared transaction. */
export type CommitResult =
  | { is: 'written'; written: WriteResult }
  | { is: 'refused'; refusal: Refusal }
  /** Nothing is written: the request would have to wait for a lock, or needs a dedicated transaction. */
  | { is: 'retryAlone' };

type PendingResult = { is: 'done'; outcome: OperationOutcome };

/** The ways to commit requests. All run the same code; they differ in whether it waits for locks. */
export interface Commits {
  /** One transaction, which waits for no row. The keys of the requests must differ. A failure rolls back all of them. */
  commitShared(requests: readonly WriteRequest[]): Promise<CommitResult[]>;
  /** The same for requests of one queue, which wait for their row together. */
  commitQueued(requests: readonly WriteRequest[]): Promise<CommitResult[]>;
  /** One transaction for one request. @throws whatever its work throws, with nothing written */
  commitAlone(request: WriteRequest): Promise<WriteResult>;
}

export function createCommits(db: Db, clock: Clock, metrics: Metrics = noMetrics): Commits {
  const commitTogether = async (
    requests: readonly WriteRequest[],
    work: (trx: Db) => Promise<CommitResult[]>,
  ) => {
    const results = await db.transaction().execute(work);
    metrics.observeValue('cruddur_commit_operations', {}, requests.length);
    return results;
  };
  return {
    commitShared: (requests) =>
      commitTogether(requests, (trx) => commitRequests(createSharedTransaction(trx), clock, requests)),
    commitQueued: (requests) =>
      commitTogether(requests, (trx) => commitRequests(createDedicatedTransaction(trx), clock, requests)),
    commitAlone: (request) => {
      metrics.countEvent('cruddur_commits_alone_total', {});
      return db.transaction().execute(async (trx) => {
        const [result] = await commitRequests(createDedicatedTransaction(trx), clock, [request]);
        // Thrown inside the transaction, so that it is rolled back.
        if (result?.is === 'refused') throw result.refusal;
        if (result?.is !== 'written') throw new Error('A dedicated commit left a write without a result.');
        return result.written;
      });
    },
  };
}

async function commitRequests(
  tx: Transaction,
  clock: Clock,
  requests: readonly WriteRequest[],
): Promise<CommitResult[]> {
  const operations = requests.filter(isOperation);
  const locked = await lockOperations(tx, operations);
  const earlierResults = await findEarlierResults(tx.trx, operations);
  const unit = createWriteUnit(tx);
  const attempts = await awaitAllSettled(
    requests.map(async (request): Promise<CommitResult | PendingResult> => {
      if (isOperation(request) && !locked.has(operationKey(request))) return { is: 'retryAlone' };
      return tryRequest(unit, async (tracked) => {
        const ref = isOperation(request) ? earlierRef(earlierResults, request) : null;
        if (ref !== null) return { is: 'written', written: { ref, envelopes: [] } };
        // Checked here, because the trigger on `op` would fail the whole statement and with it every request of the commit.
        if (isOperation(request) && (await tracked.people.lockAndCheckErased(request.actor)))
          throw new Refusal('generic_401');
        return { is: 'done', outcome: await request.work(tracked) };
      });
    }),
  );
  return appendOutcomes(tx, clock.now(), { requests, attempts });
}

function isOperation(request: WriteRequest): request is OperationRequest {
  return request.operation !== null;
}

/** A request that fails before it has written anything is left out; after that, the whole transaction fails. */
async function tryRequest(
  unit: WriteUnit,
  work: (unit: WriteUnit) => Promise<CommitResult | PendingResult>,
): Promise<CommitResult | PendingResult> {
  const tracked = trackWrites(unit);
  try {
    return await work(tracked.unit);
  } catch (error) {
    if (tracked.hasWritten()) throw error;
    if (error instanceof DedicatedTransactionRequired) return { is: 'retryAlone' };
    if (error instanceof Refusal) return { is: 'refused', refusal: error };
    throw error;
  }
}

/** Waits for all, because no statement may run after the end of the transaction. @throws the first failure */
async function awaitAllSettled<T>(attempts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(attempts);
  return Promise.all(attempts);
}

/** Appends operations and events in the order of the requests, as the last statement of the transaction. */
async function appendOutcomes(
  { trx }: Transaction,
  now: Date,
  {
    requests,
    attempts,
  }: { requests: readonly WriteRequest[]; attempts: readonly (CommitResult | PendingResult)[] },
): Promise<CommitResult[]> {
  const entries: LogEntry[] = [];
  const operations = attempts.flatMap((result, index) => {
    const request = requests[index];
    if (result.is !== 'done' || !request) return [];
    entries.push(...result.outcome.entries);
    if (!isOperation(request)) return [];
    const { id: op_id, fingerprint } = request.operation;
    return [{ actor: request.actor, op_id, fingerprint, ref: result.outcome.ref }];
  });
  const envelopes = await appendEntries(trx, { entries, operations }, now);
  let from = 0;
  return attempts.map((result) => {
    if (result.is !== 'done') return result;
    const { ref, entries: appended } = result.outcome;
    const ownEnvelopes = envelopes.slice(from, from + appended.length);
    from += appended.length;
    return { is: 'written', written: { ref, envelopes: ownEnvelopes } };
  });
}

function createWriteUnit(tx: Transaction): WriteUnit {
  return {
    activities: createActivityWrites(tx),
    people: createPeopleWrites(tx),
    messages: createMessageWrites(tx),
    notifications: createNotificationWrites(tx),
    erasure: createErasureWrites(tx),
  };
}

/** The unit for one request of a shared transaction, which records whether it has written. Other writes need a dedicated one. */
function trackWrites(unit: WriteUnit): { unit: WriteUnit; hasWritten: () => boolean } {
  let writes = 0;
  const countWrite =
    <A extends unknown[], O>(write: (...args: A) => Promise<O>) =>
    async (...args: A): Promise<O> => {
      writes += 1;
      try {
        return await write(...args);
      } catch (error) {
        // A write that throws one of these has not changed anything.
        if (error instanceof Refusal || error instanceof DedicatedTransactionRequired) writes -= 1;
        throw error;
      }
    };
  const { activities, people, messages, notifications } = unit;
  return {
    unit: {
      ...unit,
      activities: {
        ...activities,
        insert: countWrite((row) => activities.insert(row)),
        addMark: countWrite((mark, of, now) => activities.addMark(mark, of, now)),
        removeMark: countWrite((mark, of) => activities.removeMark(mark, of)),
      },
      people: {
        ...people,
        updateProfile: countWrite((profile) => people.updateProfile(profile)),
      },
      messages: {
        ...messages,
        insert: countWrite((row) => messages.insert(row)),
        markRead: countWrite((group, sub, message) => messages.markRead(group, sub, message)),
      },
      notifications: {
        insert: countWrite((row) => notifications.insert(row)),
        insertUnlessNotified: countWrite((row, since) => notifications.insertUnlessNotified(row, since)),
        markRead: countWrite((sub, seq) => notifications.markRead(sub, seq)),
      },
    },
    hasWritten: () => writes > 0,
  };
}
