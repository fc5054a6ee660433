import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { LogEntry } from '../domain/events.ts';
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

/** An operation, and what it does. */
export interface OperationRequest extends ActorOperation {
  work: (unit: WriteUnit) => Promise<OperationOutcome>;
}

/** A change that needs no operation id, because it may be repeated. */
export interface ChangeRequest {
  operation: null;
  options: ChangeOptions;
  work: (unit: WriteUnit) => Promise<OperationOutcome>;
}

export type WriteRequest = OperationRequest | ChangeRequest;

/** What became of an act in a transaction that it shared. */
export type CommitResult =
  | { is: 'written'; written: WriteResult }
  | { is: 'refused'; refusal: Refusal }
  /** It would have had to wait for somebody, or needs more than a shared transaction can do. Nothing of it is written. */
  | { is: 'unfit' };

type PendingResult = { is: 'done'; outcome: OperationOutcome };

/** The ways to carry out acts: it is the same code, that waits for others or does not. */
export interface Commits {
  /** One transaction for all, which waits for no row; no two of the acts may have the same key. Any failure leaves nothing of any of them. */
  commitShared(acts: readonly WriteRequest[]): Promise<CommitResult[]>;
  /** The same for acts that wait for the same row. */
  commitQueued(acts: readonly WriteRequest[]): Promise<CommitResult[]>;
  /** A transaction of its own. @throws whatever the act refuses, leaving no trace */
  commitAlone(act: WriteRequest): Promise<WriteResult>;
}

export function createCommits(db: Db, clock: Clock, metrics: Metrics = noMetrics): Commits {
  const commitTogether = async (
    acts: readonly WriteRequest[],
    work: (trx: Db) => Promise<CommitResult[]>,
  ) => {
    const results = await db.transaction().execute(work);
    metrics.observeValue('cruddur_commit_operations', {}, acts.length);
    return results;
  };
  return {
    commitShared: (acts) =>
      commitTogether(acts, (trx) => commitRequests(createSharedTransaction(trx), clock, acts)),
    commitQueued: (acts) =>
      commitTogether(acts, (trx) => commitRequests(createDedicatedTransaction(trx), clock, acts)),
    commitAlone: (act) => {
      metrics.countEvent('cruddur_commits_alone_total', {});
      return db.transaction().execute(async (trx) => {
        const [result] = await commitRequests(createDedicatedTransaction(trx), clock, [act]);
        // Within the transaction, so that it is undone.
        if (result?.is === 'refused') throw result.refusal;
        if (result?.is !== 'written') throw new Error('an act was left undone');
        return result.written;
      });
    },
  };
}

async function commitRequests(
  tx: Transaction,
  clock: Clock,
  acts: readonly WriteRequest[],
): Promise<CommitResult[]> {
  const operations = acts.filter(isOperation);
  const locked = await lockOperations(tx, operations);
  const earlierResults = await findEarlierResults(tx.trx, operations);
  const unit = createWriteUnit(tx);
  const attempts = await awaitAllSettled(
    acts.map(async (act): Promise<CommitResult | PendingResult> => {
      if (isOperation(act) && !locked.has(operationKey(act))) return { is: 'unfit' };
      return tryRequest(unit, async (own) => {
        const ref = isOperation(act) ? earlierRef(earlierResults, act) : null;
        if (ref !== null) return { is: 'written', written: { ref, envelopes: [] } };
        // Beforehand, because the trigger on `op` refuses the whole statement, and with it every act of the commit.
        if (isOperation(act) && (await own.people.lockAndCheckErased(act.actor)))
          throw new Refusal('generic_401');
        return { is: 'done', outcome: await act.work(own) };
      });
    }),
  );
  return appendOutcomes(tx, clock.now(), { acts, tries: attempts });
}

function isOperation(act: WriteRequest): act is OperationRequest {
  return act.operation !== null;
}

/** Who is refused, or unfit for company, before anything is written just leaves; after that all would have to go. */
async function tryRequest(
  unit: WriteUnit,
  work: (own: WriteUnit) => Promise<CommitResult | PendingResult>,
): Promise<CommitResult | PendingResult> {
  const own = trackWrites(unit);
  try {
    return await work(own.unit);
  } catch (error) {
    if (own.hasWritten()) throw error;
    if (error instanceof DedicatedTransactionRequired) return { is: 'unfit' };
    if (error instanceof Refusal) return { is: 'refused', refusal: error };
    throw error;
  }
}

/** Nothing of a transaction may go on once it is over, so all come to their end first. */
async function awaitAllSettled<T>(tries: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tries);
  return Promise.all(tries);
}

/** The last act: what was done is remembered and said, in the order of the acts. */
async function appendOutcomes(
  { trx }: Transaction,
  now: Date,
  { acts, tries }: { acts: readonly WriteRequest[]; tries: readonly (CommitResult | PendingResult)[] },
): Promise<CommitResult[]> {
  const entries: LogEntry[] = [];
  const operations = tries.flatMap((fate, index) => {
    const act = acts[index];
    if (fate.is !== 'done' || !act) return [];
    entries.push(...fate.outcome.entries);
    if (!isOperation(act)) return [];
    const { id: op_id, fingerprint } = act.operation;
    return [{ actor: act.actor, op_id, fingerprint, ref: fate.outcome.ref }];
  });
  const envelopes = await appendEntries(trx, { entries, operations }, now);
  let from = 0;
  return tries.map((fate) => {
    if (fate.is !== 'done') return fate;
    const { ref, entries: said } = fate.outcome;
    const own = envelopes.slice(from, from + said.length);
    from += said.length;
    return { is: 'written', written: { ref, envelopes: own } };
  });
}

/** What can be written in a transaction. */
function createWriteUnit(tx: Transaction): WriteUnit {
  return {
    activities: createActivityWrites(tx),
    people: createPeopleWrites(tx),
    messages: createMessageWrites(tx),
    notifications: createNotificationWrites(tx),
    erasure: createErasureWrites(tx),
  };
}

/** The same for one of those who share it, that knows whether this one has written. All other writes refuse company. */
function trackWrites(unit: WriteUnit): { unit: WriteUnit; hasWritten: () => boolean } {
  let writes = 0;
  const countWrite =
    <A extends unknown[], O>(write: (...args: A) => Promise<O>) =>
    async (...args: A): Promise<O> => {
      writes += 1;
      try {
        return await write(...args);
      } catch (error) {
        // What a write itself refuses it has not written.
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
        updateProfile: countWrite((sub, name, bio) => people.updateProfile(sub, name, bio)),
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
