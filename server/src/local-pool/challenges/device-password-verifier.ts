import { deviceIdentity } from '../devices/device-keys.ts';
import { findDevice } from '../devices/find-device.ts';
import { refusals } from '../errors.ts';
import { findSubject } from '../people/find-subject.ts';
import { spend } from '../rate-limits.ts';
import { provesPassword } from '../srp/exchange.ts';
import { signIn } from '../tokens/sign-in.ts';
import { requiredResponse, type AnswerChallenge } from './challenge-responses.ts';
import { takeChallenge } from './challenge-store.ts';

/** Checks a device's proof and signs in on it. @throws PoolError NotAuthorizedException, TooManyRequestsException */
export const answerDevicePasswordVerifier: AnswerChallenge = async ({ responses }, context, { address }) => {
  const block = requiredResponse(responses, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const signature = requiredResponse(responses, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = requiredResponse(responses, 'TIMESTAMP');
  const { username, state } = await takeChallenge(context, 'DEVICE_PASSWORD_VERIFIER', block);
  const { device = '', clientNumber = '', secret = '', offer = '' } = state;
  const subject = await findSubject(context, username);
  if (!subject.known) throw refusals.noSuchDevice();
  const { verifier_sealed } = await findDevice(context, subject.sub, device);
  const allowance = await spend(context, 'signIn', { account: subject.sub, address });
  const isProved = provesPassword({
    identity: deviceIdentity(context.vault, device),
    half: { secret, offer },
    verifier: context.vault.open(verifier_sealed, `device:${device}`),
    ...{ clientNumber, block, timestamp, signature },
  });
  if (!isProved) throw refusals.incorrectLogin();
  await allowance.giveBack();
  await context.db
    .updateTable('pool_devices')
    .set({ authenticated_at: context.clock.now() })
    .where('device_key', '=', device)
    .execute();
  return signIn(context, subject.person, device);
};
