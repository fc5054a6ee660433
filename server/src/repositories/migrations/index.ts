import type { Migration } from 'kysely';
import { peopleAndCruds } from './0001-people-and-cruds.ts';
import { messages } from './0002-messages.ts';
import { log } from './0003-log.ts';
import { burned } from './0004-burned.ts';
import { erased } from './0005-erased.ts';
import { sharedCommits } from './0006-shared-commits.ts';

/** In order of name. A migration that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001_people_and_cruds': peopleAndCruds,
  '0002_messages': messages,
  '0003_log': log,
  '0004_burned': burned,
  '0005_erased': erased,
  '0006_shared_commits': sharedCommits,
};
