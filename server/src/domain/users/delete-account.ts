import { noAudit, type Audit } from '../audit.ts';
import type { Clock } from '../clock.ts';
import type { IdentityProvider } from '../ports.ts';
import type { EndSignIns } from '../sessions/end-session.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { EraseAccount } from './erase-account.ts';

export interface DeleteAccountPorts {
  clock: Clock;
  eraseAccount: EraseAccount;
  endSignIns: EndSignIns;
  identity: Pick<IdentityProvider, 'deleteUser'>;
  audit?: Audit;
}

/**
 * Deletes the caller's data, then their sign-ins, and last the user at the identity provider: without that user the caller
 * could not authenticate to repeat a failed call.
 * @throws Refusal generic_401 when the provider refuses the token; generic_503 when the call must be repeated
 */
export async function deleteAccount(
  { clock, eraseAccount, endSignIns, identity, audit = noAudit }: DeleteAccountPorts,
  { viewer, accessToken, origin }: CallOf<'deleteAccount'>,
): AnswerOf<'deleteAccount'> {
  const { sub, originJti } = viewer.session;
  await eraseAccount(sub);
  audit({ event: 'account_deleted', subject: sub }, origin);
  // Includes the sign-ins of the current second: an erased person does not sign in again.
  const nextSecond = Math.floor(clock.now().getTime() / 1000) + 1;
  await endSignIns({ sub, originJtis: [originJti], allBefore: nextSecond });
  await identity.deleteUser(accessToken);
  return { data: { deleted: true } };
}
