import { randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { deviceGroup, newDeviceKey } from '../people/devices.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { Person } from '../people/subject.ts';
import type { Store } from '../tables.ts';
import { issueTokens, type IssuedTokens } from './issue-tokens.ts';
import { addRefreshToken } from './refresh-tokens.ts';

/** The device key that a client may remember, and what it proves its knowledge of the device in. */
export type NewDevice = { DeviceKey: string; DeviceGroupKey: string };

/** The answer that ends every sign-in. */
export type SignInAnswer = {
  AuthenticationResult: IssuedTokens & { RefreshToken: string; NewDeviceMetadata?: NewDevice };
  ChallengeParameters: Record<string, never>;
};

/**
 * Begins a session for a person who has proved to be it, on the device proved as well or else on a new one.
 * @throws PoolError UserNotConfirmedException; NotAuthorizedException when they were deleted or their password changed since
 */
export async function signIn(
  context: PoolContext,
  person: Person,
  provedDevice?: string,
): Promise<SignInAnswer> {
  if (person.status !== 'CONFIRMED') throw refusals.notConfirmed();
  const now = context.clock.now();
  const device_key = provedDevice ?? newDeviceKey();
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
  const offer = { DeviceKey: device_key, DeviceGroupKey: deviceGroup(context.vault, device_key) };
  return {
    AuthenticationResult: {
      ...(await issueTokens(context, person, { session, now })),
      RefreshToken,
      ...(provedDevice === undefined && { NewDeviceMetadata: offer }),
    },
    ChallengeParameters: {},
  };
}

/** Whoever proved themselves by a password that is void by now must not slip in behind a reset, which ends all sessions. */
async function requireUnchangedPassword(trx: Store, { sub, verifier_sealed }: Person): Promise<void> {
  const now = await trx
    .selectFrom('pool_users')
    .select('verifier_sealed')
    .where('sub', '=', sub)
    .forShare()
    .executeTakeFirst();
  if (now?.verifier_sealed !== verifier_sealed) throw refusals.incorrectLogin();
}
