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
}

/**
 * Deletes the caller: what the product has of them, their sign-ins, and last the entry at the identity provider, without
 * which nobody could prove to be the one who repeats the call.
 * @throws Refusal generic_401 when the provider refuses the token; generic_503 when the call must be repeated
 */
export async function deleteAccount(
  { clock, eraseAccount, endSignIns, identity }: DeleteAccountPorts,
  { viewer, accessToken }: CallOf<'deleteAccount'>,
): AnswerOf<'deleteAccount'> {
  const { sub, originJti } = viewer.session;
  await eraseAccount(sub);
  // Those of this very second too: this person does not sign in again.
  const nextSecond = Math.floor(clock.now().getTime() / 1000) + 1;
  await endSignIns({ sub, originJtis: [originJti], allBefore: nextSecond });
  await identity.deleteUser(accessToken);
  return { data: { deleted: true } };
}
