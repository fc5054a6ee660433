import { CLIENT_ID } from '@cruddur/local-pool/names';
import { CompiledQuery } from 'kysely';
import { beforeEach, expect, inject, test } from 'vitest';
import {
  createConfirmedPerson,
  decodeClaims,
  signInByPassword,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';

/** More than one batch, and on PostgreSQL more than the parameters of one statement. */
const MANY = inject('store') === 'postgres' ? 70_000 : 3000;
/** The number of rows in one statement, well within its time limit. */
const ROWS = 5000;
const NEW_PASSWORD = 'another horse battery';

let isNotifiable = true;

const gateway = await openPool({
  rateLimits: true,
  onGlobalSignOut: () =>
    isNotifiable ? Promise.resolve() : Promise.reject(new Error('the log is unavailable')),
});
beforeEach(async () => {
  await runSql('drop trigger if exists hinder_deletion on pool_challenges');
  for (const table of ['limits', 'challenges', 'users', 'codes', 'mail'])
    await runSql(`delete from pool_${table}`);
});

const runSql = (text: string, parameters: unknown[] = []) =>
  gateway.db.executeQuery(CompiledQuery.raw(text, parameters));

type Owner = { sub: string; email: string };

/** @param insert is given the numbers of its first and its last row */
async function insertInSteps(count: number, insert: (from: number, to: number) => Promise<unknown>) {
  for (let from = 1; from <= count; from += ROWS) await insert(from, Math.min(count, from + ROWS - 1));
}

/** Adds sessions, one second apart, the newest ten seconds ago. */
const addSessions = ({ sub }: Owner, count: number) =>
  insertInSteps(count, (from, to) =>
    runSql(
      `insert into pool_sessions (origin_jti, sub, auth_time, expires_at)
        select gen_random_uuid(), $1::uuid, at, at + interval '30 days'
        from generate_series($2::int, $3::int) n, lateral (select now() - (n + 10) * interval '1 second' as at) times`,
      [sub, from, to],
    ),
  );

async function countActive({ sub }: Owner): Promise<number> {
  const rows = await gateway.db
    .selectFrom('pool_sessions')
    .select('origin_jti')
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.length;
}

const lastSignOut = ({ sub }: Owner) => gateway.signOuts.filter((signOut) => signOut.sub === sub).at(-1);

const requestCode = async ({ email }: Owner) => {
  await gateway.call('ForgotPassword', { Username: email });
  return gateway.latestCodeFor(email);
};
const reset = ({ email }: Owner, ConfirmationCode: string) =>
  gateway.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: NEW_PASSWORD });

test('[POOL-42] the sessions of one user are at most 100: the sign-in after them ends the oldest', async () => {
  const owner = await createConfirmedPerson(gateway);
  await addSessions(owner, 98);
  const first = tokensOf(await signInByPassword(gateway, owner));
  expect([await countActive(owner), lastSignOut(owner)]).toEqual([99, undefined]);
  gateway.clock.advance(5000);
  for (let count = 0; count < 2; count++) tokensOf(await signInByPassword(gateway, owner));
  expect(await countActive(owner)).toBeLessThanOrEqual(100);
  const ended = lastSignOut(owner);
  expect(ended?.originJtis).toEqual([]);
  expect(Number(decodeClaims(first.AccessToken).auth_time)).toBeGreaterThanOrEqual(
    ended?.authTimeBefore ?? Infinity,
  );
  expect((await gateway.call('GetUser', { AccessToken: first.AccessToken })).status).toBe(200);
});

test('[POOL-42] sessions beyond the limit leave no rows', async () => {
  const owner = await createConfirmedPerson(gateway);
  await addSessions(owner, 1000);
  tokensOf(await signInByPassword(gateway, owner));
  const all = gateway.db.selectFrom('pool_sessions').select('origin_jti').where('sub', '=', owner.sub);
  expect(await all.execute()).toHaveLength(81);
});

test('[POOL-42] sessions far above the limit do not prevent a sign-in', async () => {
  const owner = await createConfirmedPerson(gateway);
  await addSessions(owner, 3000);
  tokensOf(await signInByPassword(gateway, owner));
  expect(await countActive(owner)).toBe(3000 - 1000 + 1);
});

test('with thousands of sessions, a sign-out everywhere names only those of its own second', async () => {
  const owner = await createConfirmedPerson(gateway);
  const { AccessToken, RefreshToken } = tokensOf(await signInByPassword(gateway, owner));
  await addSessions(owner, 2 * ROWS);
  expect(await gateway.call('GlobalSignOut', { AccessToken })).toMatchObject({ status: 200, body: {} });
  expect(lastSignOut(owner)?.originJtis.length).toBeLessThanOrEqual(1);
  expect(await countActive(owner)).toBe(0);
  const refused = await gateway.call('GetTokensFromRefreshToken', { RefreshToken });
  expect(refused.body.message).toBe('Refresh Token has been revoked');
});

test('with thousands of sessions, a reset sets the password and ends all of them', async () => {
  const owner = await createConfirmedPerson(gateway);
  await addSessions(owner, 2 * ROWS);
  expect((await reset(owner, await requestCode(owner))).status).toBe(200);
  expect(await countActive(owner)).toBe(0);
  expect(lastSignOut(owner)?.originJtis).toHaveLength(0);
  tokensOf(await signInByPassword(gateway, { ...owner, password: NEW_PASSWORD }));
});

test('a reset sets the password before the program is notified, and can be repeated when that fails', async () => {
  const owner = await createConfirmedPerson(gateway);
  const { RefreshToken } = tokensOf(await signInByPassword(gateway, owner));
  const code = await requestCode(owner);
  isNotifiable = false;
  const failed = await reset(owner, code);
  isNotifiable = true;
  expect(failed.status).toBe(500);
  expect(gateway.failures.splice(0)).toHaveLength(1);
  expect((await signInByPassword(gateway, owner)).body.__type).toBe('NotAuthorizedException');
  const refused = await gateway.call('GetTokensFromRefreshToken', { RefreshToken });
  expect(refused.body.message).toBe('Refresh Token has been revoked');
  expect((await reset(owner, code)).status).toBe(200);
  expect((await reset(owner, code)).body.__type).toBe('ExpiredCodeException');
  tokensOf(await signInByPassword(gateway, { ...owner, password: NEW_PASSWORD }));
});

/** Adds sign-ups from two days ago, each with a code and a mail. */
const addExpiredSignUps = (count: number) =>
  insertInSteps(count, (from, to) =>
    runSql(
      `with person as (
        insert into pool_users (sub, email, email_verified, name, preferred_username, status, salt, verifier_sealed,
          created_at, updated_at)
        select gen_random_uuid(), 'late' || n || '@example.com', false, 'Late', 'late_' || n, 'UNCONFIRMED', 'aa', 'bb',
          now() - interval '2 days', now()
        from generate_series($1::int, $2::int) n
        returning sub, email
      ), code as (
        insert into pool_codes (sub, purpose, code_mac, code_sealed, is_long, requester, tries, expires_at)
        select sub, 'recovery', 'mac', '', false, '', 0, now() + interval '1 hour' from person
      )
      insert into pool_mail (recipient, subject, body, code, sent_at)
      select email, 'A code', 'Your code', '123456', now() from person`,
      [from, to],
    ),
  );

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

const count = async (table: string) => (await runSql(`select from ${table}`)).rows.length;

test('thousands of expired sign-ups are deleted, with their codes and mails', async () => {
  await addExpiredSignUps(MANY);
  await gateway.pool.deleteExpired();
  for (const table of ['pool_users', 'pool_codes', 'pool_mail']) expect(await count(table)).toBe(0);
});

test('expired rows of a table that fails do not keep those of other tables', async () => {
  await addExpiredSignUps(3);
  await addExpiredChallenges(1);
  await hinderDeletion(0, 'P0001');
  await expect(gateway.pool.deleteExpired()).rejects.toThrow('hindered');
  expect([await count('pool_users'), await count('pool_challenges')]).toEqual([0, 1]);
});

test('expired rows are deleted in smaller batches when the store cuts a statement off', async () => {
  await addExpiredChallenges(3000);
  await hinderDeletion(100, '57014');
  await gateway.pool.deleteExpired();
  expect(await count('pool_challenges')).toBe(0);
});

test('a call of the pool does not delete expired rows', async () => {
  await addExpiredChallenges(1);
  gateway.clock.advance(24 * 3_600_000);
  await gateway.call('GetUser', { AccessToken: 'any' });
  expect(await count('pool_challenges')).toBe(1);
});

test('an address beyond its limit writes no count for the accounts that it names', async () => {
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
