import { deviceIdentity } from '../devices/device-keys.ts';
import { findDevice } from '../devices/find-device.ts';
import { refusals } from '../errors.ts';
import { findSubject } from '../people/find-subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { isValidProof } from '../srp/exchange.ts';
import { signIn } from '../tokens/sign-in.ts';
import { requireResponse, type AnswerChallenge } from './challenge-responses.ts';
import { consumeChallenge } from './challenge-store.ts';

/** Checks a device's proof and signs in on it. @throws PoolError NotAuthorizedException, TooManyRequestsException */
export const answerDevicePasswordVerifier: AnswerChallenge = async ({ responses }, context, { address }) => {
  const block = requireResponse(responses, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const signature = requireResponse(responses, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = requireResponse(responses, 'TIMESTAMP');
  const { username, state } = await consumeChallenge(context, 'DEVICE_PASSWORD_VERIFIER', block);
  const { device = '', clientNumber = '', secret = '', offer = '' } = state;
  const subject = await findSubject(context, username);
  if (!subject.known) throw refusals.noSuchDevice();
  const { verifier_sealed } = await findDevice(context, subject.sub, device);
  const allowance = await consumeAllowance(context, 'signIn', { account: subject.sub, address, device });
  const isProved = isValidProof({
    identity: deviceIdentity(context.vault, device),
    serverEphemeral: { secret, offer },
    verifier: context.vault.open(verifier_sealed, `device:${device}`),
    ...{ clientNumber, block, timestamp, signature },
  });
  if (!isProved) {
    context.audit({ event: 'sign_in_failed', subject: subject.sub });
    throw refusals.incorrectLogin();
  }
  await allowance.refund();
  await context.db
    .updateTable('pool_devices')
    .set({ authenticated_at: context.clock.now() })
    .where('device_key', '=', device)
    .execute();
  return signIn(context, subject.person, device);
};
