import type { ProcessUploads } from '../domain/avatars/process-uploads.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { Logger } from '../logger.ts';
import { forgetRevocations, trimLog, vacuum } from '../repositories/purge.ts';
import type { Timers } from '../realtime/timers.ts';
import { everyTurn, type Chore } from './every-turn.ts';
import { purgeChore, type PurgeParts } from './purge-chore.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface ChoreParts extends PurgeParts {
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

/** What has to be done again and again. @returns a function that ends it all */
export function startChores(parts: ChoreParts): () => void {
  const { db, clock, revocations, processUploads, finishErasures, signInMs, embedded } = parts;
  const chores: Chore[] = [
    { name: 'revocations', everyMs: SECOND, work: () => revocations.refresh() },
    { name: 'avatars', everyMs: SECOND, work: () => processUploads.due() },
    { name: 'erasures', everyMs: MINUTE, work: finishErasures },
    purgeChore(parts),
    { name: 'trim', everyMs: 60 * MINUTE, work: () => trimLog(db, clock.now()) },
    {
      name: 'forget revocations',
      everyMs: 60 * MINUTE,
      work: () => forgetRevocations(db, clock.now(), signInMs),
    },
  ];
  if (embedded) chores.push({ name: 'vacuum', everyMs: 10 * MINUTE, work: () => vacuum(db) });
  const stops = chores.map((chore) => everyTurn(chore, parts));
  return () => stops.forEach((stop) => stop());
}
