import { randomUUID } from 'node:crypto';
import { createLocalPool } from '@cruddur/local-pool';
import type { OpenedStore } from '../store/opened-store.ts';
import { emailOf, SAMPLE_LOGINS, SAMPLE_PASSWORD, samplePeople } from './people.ts';
import { planSeed } from './plan.ts';
import { hasPeople, writeSeed } from './write-seed.ts';

export interface SeedOptions {
  /** Signs the sample people up at the local pool. */
  localPool: boolean;
  /** False, as in production: no sample person gets the published password. */
  logins?: boolean;
  now: Date;
}

/**
 * Adds the sample people, their cruds and conversations to a store without people, with times relative to now.
 * @returns false when the store has people; nothing is changed then
 */
export async function seedStore(store: OpenedStore, options: SeedOptions): Promise<boolean> {
  const { localPool, now } = options;
  if (await hasPeople(store.db)) return false;
  const subs = localPool ? await signUpSamplePeople(store, options) : generateSubs();
  return writeSeed(store.db, planSeed(subs, now), now);
}

function generateSubs(): Map<string, string> {
  return new Map(samplePeople.map(({ handle }) => [handle, randomUUID()]));
}

/** Signs up all sample people, so that their handles are taken; only the sample logins get a known password. */
async function signUpSamplePeople(
  store: OpenedStore,
  { logins = true, now }: SeedOptions,
): Promise<Map<string, string>> {
  const pool = await createLocalPool({
    db: store.poolDb,
    clock: { now: () => now },
    mailer: { send: () => Promise.reject(new Error('Sample people get no mail.')) },
    accessSeconds: 1,
  });
  const subs = new Map<string, string>();
  for (const { handle, display_name } of samplePeople) {
    const { sub } = await pool.createConfirmedPerson({
      email: emailOf(handle),
      password: logins && SAMPLE_LOGINS.includes(handle) ? SAMPLE_PASSWORD : randomUUID(),
      name: display_name,
      preferred_username: handle,
    });
    subs.set(handle, sub);
  }
  return subs;
}
