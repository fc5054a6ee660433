import { Refusal } from '../domain/errors.ts';
import type { Written } from '../domain/ports.ts';
import type { Act, Commits, Fate } from './commit.ts';
import { keyOf } from './operations.ts';

/** So many operations share a commit at most. */
const TOGETHER_MAX = 32;
/** So many run in transactions of their own at a time: each may wait for a lock, and readers need connections too. */
const ALONE_MAX = 4;
/** So many are under way or waiting; who comes then is asked to come again. */
const WAITING_MAX = 1024;

/** Carries out operations. @throws Refusal generic_503 when too many are waiting; whatever an act refuses */
export type WriteAct = (act: Act) => Promise<Written>;

interface Waiting {
  act: Act;
  resolve: (written: Written) => void;
  reject: (error: unknown) => void;
}

/**
 * The one writer of a gateway. It commits what waits together and then what has come meanwhile, and never waits for
 * company that has not come. What is unfit for company, or was in it when something failed, runs in a transaction of its own beside it.
 */
export function createBatchWriter(commits: Commits): WriteAct {
  let arrived: Waiting[] = [];
  let open = 0;
  let busy = false;
  const unfit: Waiting[] = [];
  let alones = 0;

  async function writeAll(): Promise<void> {
    busy = true;
    while (arrived.length > 0) {
      await oneTurn();
      const batch = nextBatch();
      const fates = await commits.together(batch.map(({ act }) => act)).catch(() => undefined);
      batch.forEach((waiting, index) => settle(waiting, fates?.[index] ?? { is: 'unfit' }));
    }
    busy = false;
  }

  /** Of one operation only the first: the next one will find what it made. */
  function nextBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const waiting of arrived) {
      const key = keyOf(waiting.act);
      if (batch.size < TOGETHER_MAX && !batch.has(key)) batch.set(key, waiting);
      else later.push(waiting);
    }
    arrived = later;
    return [...batch.values()];
  }

  function settle(waiting: Waiting, fate: Fate): void {
    switch (fate.is) {
      case 'written':
        waiting.resolve(fate.written);
        return;
      case 'refused':
        waiting.reject(fate.refusal);
        return;
      case 'unfit':
        unfit.push(waiting);
        runAlone();
    }
  }

  function runAlone(): void {
    const next = alones < ALONE_MAX ? unfit.shift() : undefined;
    if (!next) return;
    alones += 1;
    void commits
      .alone(next.act)
      .then(next.resolve, next.reject)
      .finally(() => {
        alones -= 1;
        runAlone();
      });
  }

  return async (act) => {
    if (open >= WAITING_MAX) throw new Refusal('generic_503', 1);
    open += 1;
    try {
      return await new Promise<Written>((resolve, reject) => {
        arrived.push({ act, resolve, reject });
        if (!busy) void writeAll();
      });
    } finally {
      open -= 1;
    }
  };
}

/** What lies in the sockets has come too. And an embedded store, which waits for nothing, would never let it in. */
function oneTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
