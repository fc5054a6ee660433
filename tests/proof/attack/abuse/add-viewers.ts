import { openVault } from '@cruddur/local-pool';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { CompiledQuery } from 'kysely';
import { ISSUER } from '../../../../server/local-pool/src/names.ts';
import { openKeyRing } from '../../../../server/local-pool/src/secrets/signing-keys.ts';
import { signJwt } from '../../../../server/local-pool/src/tokens/jwt.ts';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import type { OpenedStore } from '../../../../server/src/store/opened-store.ts';

const LIFE_SECONDS = 86_400;

/** Signs people of a filled store in, without the seconds that a sign-up of each would take. @returns their access tokens */
export async function addViewers({ db }: OpenedStore, count: number): Promise<string[]> {
  await db.executeQuery(
    CompiledQuery.raw(
      `insert into pool_users (sub, email, email_verified, name, preferred_username, status, salt, verifier_sealed, created_at, updated_at)
        select sub, handle || '@example.com', true, display_name, handle, 'CONFIRMED', '', '', now(), now()
        from people order by sub limit ${count}`,
    ),
  );
  const { rows } = await db.executeQuery<{ sub: string; origin_jti: string }>(
    CompiledQuery.raw(
      `insert into pool_sessions (origin_jti, sub, auth_time, expires_at)
        select gen_random_uuid(), sub, now(), now() + interval '1 day' from pool_users returning sub, origin_jti`,
    ),
  );
  const pool = db as unknown as Parameters<typeof openVault>[0];
  const keyRing = await openKeyRing({ db: pool, vault: await openVault(pool), clock: systemClock });
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ iss: ISSUER, client_id: CLIENT_ID, token_use: 'access', scope: 'aws.cognito.signin.user.admin' },
    ...{ auth_time: now, iat: now, exp: now + LIFE_SECONDS },
  };
  return Promise.all(
    rows.map(({ sub, origin_jti }) =>
      signJwt(keyRing.currentKeys(), { ...claims, sub, origin_jti, username: sub, jti: origin_jti }),
    ),
  );
}
