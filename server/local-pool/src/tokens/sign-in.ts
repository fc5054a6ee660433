import { randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { deviceGroup, createDeviceKey } from '../people/devices.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { Person } from '../people/subject.ts';
import type { Store } from '../tables.ts';
import { endOldestSessions } from './end-sessions.ts';
import { issueTokens, type IssuedTokens } from './issue-tokens.ts';
import { addRefreshToken } from './refresh-tokens.ts';

/** A key that the client may confirm as a remembered device, and the group of the device's SRP proofs. */
export type NewDevice = { DeviceKey: string; DeviceGroupKey: string };

/** The answer that ends every sign-in. */
export type SignInAnswer = {
  AuthenticationResult: IssuedTokens & { RefreshToken: string; NewDeviceMetadata?: NewDevice };
  ChallengeParameters: Record<string, never>;
};

/**
 * Starts a session for an authenticated person, on the proved device or a new one.
 * @throws PoolError UserNotConfirmedException; NotAuthorizedException when the person was deleted or the password has changed since
 */
export async function signIn(
  context: PoolContext,
  person: Person,
  provedDevice?: string,
): Promise<SignInAnswer> {
  if (person.status !== 'CONFIRMED') throw refusals.notConfirmed();
  await endOldestSessions(context, person.sub);
  const now = context.clock.now();
  const device_key = provedDevice ?? createDeviceKey();
  const session = { origin_jti: randomUUID(), auth_time: now, device_key };
  const RefreshToken = await context.db.transaction().execute(async (trx) => {
    await requireUnchangedPassword(trx, person);
    await trx
      .insertInto('pool_sessions')
      .values({ ...session, sub: person.sub, expires_at: after(now, lifetimes.session), revoked_at: null })
      .execute();
    return addRefreshToken({ trx, vault: context.vault }, session.origin_jti, now);
  });
  context.audit({ event: 'signed_in', subject: person.sub });
  const newDevice = { DeviceKey: device_key, DeviceGroupKey: deviceGroup(context.vault, device_key) };
  return {
    AuthenticationResult: {
      ...(await issueTokens(context, person, { session, now })),
      RefreshToken,
      ...(provedDevice === undefined && { NewDeviceMetadata: newDevice }),
    },
    ChallengeParameters: {},
  };
}

/** A proof of the old password must not start a session after a reset, which ends all sessions. */
async function requireUnchangedPassword(trx: Store, { sub, verifier_sealed }: Person): Promise<void> {
  const current = await trx
    .selectFrom('pool_users')
    .select('verifier_sealed')
    .where('sub', '=', sub)
    .forShare()
    .executeTakeFirst();
  if (current?.verifier_sealed !== verifier_sealed) throw refusals.incorrectLogin();
}
