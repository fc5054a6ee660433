import type { Clock } from '../domain/clock.ts';
import type { Tally } from '../domain/machines/tally.ts';
import { purgeExpired } from '../repositories/purge.ts';
import type { Db } from '../repositories/tables.ts';
import type { Chore } from './every-turn.ts';

const EVERY_MS = 5 * 60_000;

export interface PurgeParts {
  db: Db;
  clock: Clock;
  machines: { purge: Tally<'purge'> };
}

/** Removes what has burned out, and tells of it. */
export function purgeChore({ db, clock, machines: { purge } }: PurgeParts): Chore {
  const tell = purge.begin();
  const noteNext = () => purge.note({ next_at: new Date(clock.now().getTime() + EVERY_MS).toISOString() });

  noteNext();
  return {
    name: 'purge',
    everyMs: EVERY_MS,
    tell(event) {
      if (event === 'due') noteNext();
      tell(event);
    },
    async work() {
      const at = clock.now();
      const removed = await purgeExpired(db, at, () => tell('more'));
      purge.note({ last: { at: at.toISOString(), removed } });
    },
  };
}
