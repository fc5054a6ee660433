import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { LogEntry } from '../domain/events.ts';
import type { Outcome, WriteUnit, Written } from '../domain/ports.ts';
import { appendEntries } from './log.ts';
import { keyOf, madeBefore, refOf, takeOperations, type OperationOf } from './operations.ts';
import type { Db } from './tables.ts';
import { NeedsItsOwn, ownTransaction, sharedTransaction, type Transaction } from './transaction.ts';
import { memberOf, unitOf } from './unit.ts';

/** An operation, and what it does. */
export interface Act extends OperationOf {
  work: (unit: WriteUnit) => Promise<Outcome>;
}

/** What became of an act in a transaction that it shared. */
export type Fate =
  | { is: 'written'; written: Written }
  | { is: 'refused'; refusal: Refusal }
  /** It would have had to wait for somebody, or needs more than a shared transaction can do. Nothing of it is written. */
  | { is: 'unfit' };

type Done = { is: 'done'; outcome: Outcome };

/** The two ways to carry out operations: it is the same code, that waits for others or does not. */
export interface Commits {
  /** One transaction for all; no two of the acts may be of the same operation. Any failure leaves nothing of any of them. */
  together(acts: readonly Act[]): Promise<Fate[]>;
  /** A transaction of its own. @throws whatever the act refuses, leaving no trace */
  alone(act: Act): Promise<Written>;
}

export function createCommits(db: Db, clock: Clock): Commits {
  return {
    together: (acts) => db.transaction().execute((trx) => commit(sharedTransaction(trx), clock, acts)),
    async alone(act) {
      const [fate] = await db.transaction().execute((trx) => commit(ownTransaction(trx), clock, [act]));
      if (fate?.is === 'refused') throw fate.refusal;
      if (fate?.is !== 'written') throw new Error('an act was left undone');
      return fate.written;
    },
  };
}

async function commit(tx: Transaction, clock: Clock, acts: readonly Act[]): Promise<Fate[]> {
  const taken = await takeOperations(tx, acts);
  const made = await madeBefore(tx.trx, acts);
  const unit = unitOf(tx);
  const tries = await everyOne(
    acts.map(async (act, index): Promise<Fate | Done> => {
      if (!taken[index]) return { is: 'unfit' };
      const earlier = made.get(keyOf(act));
      return attempt(unit, async (own) =>
        earlier
          ? { is: 'written', written: { ref: refOf(earlier, act), envelopes: [] } }
          : { is: 'done', outcome: await act.work(own) },
      );
    }),
  );
  return say(tx, clock.now(), { acts, tries });
}

/** Who is refused, or unfit for company, before anything is written just leaves; after that all would have to go. */
async function attempt(
  unit: WriteUnit,
  work: (own: WriteUnit) => Promise<Fate | Done>,
): Promise<Fate | Done> {
  const own = memberOf(unit);
  try {
    return await work(own.unit);
  } catch (error) {
    if (own.hasWritten()) throw error;
    if (error instanceof NeedsItsOwn) return { is: 'unfit' };
    if (error instanceof Refusal) return { is: 'refused', refusal: error };
    throw error;
  }
}

/** Nothing of a transaction may go on once it is over, so all come to their end first. */
async function everyOne<T>(tries: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tries);
  return Promise.all(tries);
}

/** The last act: what was done is remembered and said, in the order of the acts. */
async function say(
  { trx }: Transaction,
  now: Date,
  { acts, tries }: { acts: readonly Act[]; tries: readonly (Fate | Done)[] },
): Promise<Fate[]> {
  const entries: LogEntry[] = [];
  const operations = tries.flatMap((fate, index) => {
    const act = acts[index];
    if (fate.is !== 'done' || !act) return [];
    entries.push(...fate.outcome.entries);
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
