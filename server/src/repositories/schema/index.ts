import { randomBytes } from 'node:crypto';
import { sql, type Migration } from 'kysely';
import { commitPlans } from './commit-plans.ts';
import { counts } from './counts.ts';
import { cruds } from './cruds.ts';
import { log } from './log.ts';
import { messages } from './messages.ts';
import { people } from './people.ts';
import { push } from './push.ts';
import { safety } from './safety.ts';
import { writeMarks } from './write-marks.ts';
import { writeMessages } from './write-messages.ts';

const parts = [people, cruds, counts, messages, log, safety, push, writeMarks, writeMessages, commitPlans];

/** The product's tables, functions and triggers of version 1.0.0. The SQL of a released migration is never changed. */
export const baseline: Migration = {
  async up(db) {
    for (const part of parts) await sql.raw(part).execute(db);
    const key = randomBytes(32).toString('base64');
    await sql`insert into store (id, envelope_key) values (gen_random_uuid(), ${key})`.execute(db);
  },
};
