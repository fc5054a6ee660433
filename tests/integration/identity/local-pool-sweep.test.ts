import { CLIENT_ID } from '@cruddur/local-pool/names';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

/** More than one batch; in the long form, more than the parameters of one statement. */
const MANY = inject('form') === 'full' ? 70_000 : 3000;

let store: PoolStore;
let gateway: TestPool;

const runSql = (text: string, parameters: unknown[] = []) =>
  store.db.executeQuery(CompiledQuery.raw(text, parameters));

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db, { rateLimits: true });
});
afterEach(async () => {
  await runSql('drop trigger if exists hinder_deletion on pool_challenges');
  for (const table of ['pool_challenges', 'pool_users', 'pool_codes', 'pool_mail'])
    await runSql(`delete from ${table}`);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

/** Adds sign-ups from two days ago, each with a code and a mail. */
async function addExpiredSignUps(count: number): Promise<void> {
  await runSql(
    `with person as (
      insert into pool_users (sub, email, email_verified, name, preferred_username, status, salt, verifier_sealed,
        created_at, updated_at)
      select gen_random_uuid(), 'late' || n || '@example.com', false, 'Late', 'late_' || n, 'UNCONFIRMED', 'aa', 'bb',
        now() - interval '2 days', now()
      from generate_series(1, $1::int) n
      returning sub, email
    ), code as (
      insert into pool_codes (sub, purpose, code_mac, tries, expires_at)
      select sub, 'recovery', 'mac', 0, now() + interval '1 hour' from person
    )
    insert into pool_mail (recipient, subject, body, code, sent_at)
    select email, 'A code', 'Your code', '123456', now() from person`,
    [count],
  );
}

const addExpiredChallenges = (count: number) =>
  runSql(
    `insert into pool_challenges (id_hash, name, state_sealed, expires_at)
    select 'hash' || n, 'WEB_AUTHN', 'sealed', now() - interval '1 hour' from generate_series(1, $1::int) n`,
    [count],
  );

/** Makes every deletion of more challenges than `rows` fail with an SQLSTATE. */
async function hinderDeletion(rows: number, errorCode: string): Promise<void> {
  await runSql(`create or replace function hinder_deletion() returns trigger language plpgsql as $$
    begin
      if (select count(*) from deleted) > ${rows} then
        raise exception 'hindered' using errcode = '${errorCode}';
      end if;
      return null;
    end $$`);
  await runSql(`create trigger hinder_deletion after delete on pool_challenges
    referencing old table as deleted for each statement execute function hinder_deletion()`);
}

async function count(table: 'pool_users' | 'pool_codes' | 'pool_mail' | 'pool_challenges' | 'pool_limits') {
  return (
    await store.db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('one'))
      .execute()
  ).length;
}

describe('[POOL-45] expired rows', () => {
  test(
    'of thousands of unconfirmed sign-ups are deleted, with their codes and mails',
    { timeout: 120_000 },
    async () => {
      await addExpiredSignUps(MANY);
      await gateway.pool.deleteExpired();
      expect([await count('pool_users'), await count('pool_codes'), await count('pool_mail')]).toEqual([
        0, 0, 0,
      ]);
    },
  );

  test('of a table that fails do not keep those of other tables', async () => {
    await addExpiredSignUps(3);
    await addExpiredChallenges(1);
    await hinderDeletion(0, 'P0001');
    await expect(gateway.pool.deleteExpired()).rejects.toThrow('hindered');
    expect([await count('pool_users'), await count('pool_challenges')]).toEqual([0, 1]);
  });

  test('are deleted in smaller batches when the store cuts a statement off', async () => {
    await addExpiredChallenges(3000);
    await hinderDeletion(100, '57014');
    await gateway.pool.deleteExpired();
    expect(await count('pool_challenges')).toBe(0);
  });
});

test('[POOL-46] a call of the pool does not delete expired rows', async () => {
  await addExpiredChallenges(1);
  gateway.clock.advance(24 * 3_600_000);
  await gateway.call('GetUser', { AccessToken: 'any' });
  expect(await count('pool_challenges')).toBe(1);
});

test('[POOL-47] an address beyond its limit writes no count for the accounts that it names', async () => {
  await store.db.deleteFrom('pool_limits').execute();
  const requestReset = (person: number) =>
    gateway.pool
      .callOperation(
        'AWSCognitoIdentityProviderService.ForgotPassword',
        { ClientId: CLIENT_ID, Username: `unknown${person}@example.com` },
        { address: 'stranger' },
      )
      .catch((error: unknown) => (error instanceof Error ? error.name : error));
  for (let person = 0; person < 50; person++) await requestReset(person);
  const counts = await count('pool_limits');
  for (let person = 50; person < 70; person++)
    expect(await requestReset(person)).toBe('LimitExceededException');
  expect(await count('pool_limits')).toBe(counts);
});
