import { randomUUID } from 'node:crypto';
import type { PoolTables, Store } from '@cruddur/local-pool';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { createTokenForge } from '../../../support/local-pool/token-forge.ts';
import { openTestPool } from '../../../support/services/test-pool.ts';
import { typeParsers } from '../../../../server/src/store/opened-store.ts';

/** Signed in, with a row of their own and a user of the pool. */
export interface BenchPerson {
  sub: string;
  handle: string;
  accessToken: string;
}

/**
 * Gives people that were filled into the store a user and a session of the local pool, with a token by the pool's key: a sign-up
 * costs 100 ms each.
 * @param template the valid access token of a user, whose password and claims the others get
 * @param count the first people by sub
 */
export async function signInFilledPeople(
  databaseUrl: string,
  template: string,
  count: number,
): Promise<BenchPerson[]> {
  await using opened = openTestPool({ connectionString: databaseUrl, max: 1, types: typeParsers });
  const db = new Kysely<PoolTables>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  const forge = await createTokenForge(db as unknown as Store, template);
  const { claims } = forge;
  const filled = sql`(select * from people where sub <> ${claims.sub} order by sub limit ${count})`;
  await sql`
    insert into pool_users (sub, email, email_verified, name, preferred_username, status, salt, verifier_sealed, created_at, updated_at)
    select p.sub, p.handle || '@example.com', true, p.display_name, p.handle, u.status, u.salt, u.verifier_sealed, now(), now()
    from ${filled} p join pool_users u on u.sub = ${claims.sub}`.execute(db);
  const { rows } = await sql<{ sub: string; handle: string; origin_jti: string }>`
    with signed_in as (
      insert into pool_sessions (origin_jti, sub, auth_time, expires_at)
      select gen_random_uuid(), p.sub, now(), now() + interval '1 day' from ${filled} p returning sub, origin_jti
    )
    select p.sub, p.handle, s.origin_jti from ${filled} p join signed_in s on s.sub = p.sub order by p.sub`.execute(
    db,
  );
  return rows.map(({ sub, handle, origin_jti }) => ({
    sub,
    handle,
    accessToken: forge.token({ ...claims, sub, username: sub, origin_jti, jti: randomUUID() }),
  }));
}
