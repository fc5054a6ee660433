import type { ProcessUploads } from '../domain/avatars/process-uploads.ts';
import type { Clock } from '../domain/clock.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { Logger } from '../logger.ts';
import { forgetRevocations, purgeExpired, trimLog, vacuum } from '../repositories/purge.ts';
import type { Db } from '../repositories/tables.ts';
import type { Timers } from '../realtime/timers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface ChoreParts {
  db: Db;
  clock: Clock;
  logger: Logger;
  timers: Timers;
  revocations: Pick<Revocations, 'refresh'>;
  processUploads: ProcessUploads;
  finishErasures: () => Promise<void>;
  /** How long after a sign-in there may be tokens of it. */
  signInMs: number;
  /** PostgreSQL vacuums by itself, an embedded store does not. */
  embedded: boolean;
}

/** What has to be done again and again. A chore that fails is done at its next turn. @returns a function that ends them */
export function startChores(parts: ChoreParts): () => void {
  const { db, clock, logger, timers, revocations, processUploads, finishErasures, signInMs, embedded } =
    parts;
  const chore = (name: string, everyMs: number, work: () => Promise<unknown>) => {
    let busy = false;
    return timers.every(everyMs, () => {
      if (busy) return;
      busy = true;
      work()
        .catch((error: unknown) => logger.error({ err: error, chore: name }, 'a chore failed'))
        .finally(() => (busy = false));
    });
  };
  const stops = [
    chore('revocations', SECOND, () => revocations.refresh()),
    chore('avatars', SECOND, () => processUploads.due()),
    chore('erasures', MINUTE, finishErasures),
    chore('purge', 5 * MINUTE, () => purgeExpired(db, clock.now())),
    chore('trim', 60 * MINUTE, () => trimLog(db, clock.now())),
    chore('forget revocations', 60 * MINUTE, () => forgetRevocations(db, clock.now(), signInMs)),
    ...(embedded ? [chore('vacuum', 10 * MINUTE, () => vacuum(db))] : []),
  ];
  return () => stops.forEach((stop) => stop());
}
