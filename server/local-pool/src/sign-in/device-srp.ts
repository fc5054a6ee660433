import type { PoolContext } from '../context.ts';
import { invalidParameter, refusals } from '../errors.ts';
import { deviceIdentity, findDevice } from '../people/devices.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { isSafePublicNumber, isValidProof, startExchange } from '../srp/exchange.ts';
import { signIn } from '../tokens/sign-in.ts';
import { type AnswerChallenge, requireResponse } from './challenge-responses.ts';
import { consumeChallenge, saveChallenge } from './challenge-store.ts';

const HEX = /^[0-9a-f]{1,1024}$/i;

/** Challenges a remembered device to start its SRP proof. */
export async function beginDeviceSrpAuth(context: PoolContext, sub: string, device: string): Promise<object> {
  const name = 'DEVICE_SRP_AUTH';
  const Session = await saveChallenge(context, { name, username: sub, state: { device } });
  return { ChallengeName: name, Session, ChallengeParameters: { USERNAME: sub, DEVICE_KEY: device } };
}

/** Reads the device's public number and challenges it to finish the proof. @throws PoolError */
export const answerDeviceSrpAuth: AnswerChallenge = async ({ responses, session }, context) => {
  const clientNumber = requireResponse(responses, 'SRP_A');
  const device = requireResponse(responses, 'DEVICE_KEY');
  if (!HEX.test(clientNumber) || !isSafePublicNumber(clientNumber)) {
    throw invalidParameter('SRP_A is not valid');
  }
  const challenge = await consumeChallenge(context, 'DEVICE_SRP_AUTH', session);
  if (challenge.state.device !== device) throw refusals.noSuchDevice();
  const { salt, verifier_sealed } = await findDevice(context, challenge.username, device);
  const { secret, offer } = startExchange(context.vault.open(verifier_sealed, `device:${device}`));
  const block = await saveChallenge(context, {
    name: 'DEVICE_PASSWORD_VERIFIER',
    username: challenge.username,
    state: { device, clientNumber, secret, offer },
  });
  return {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: salt,
      SRP_B: offer,
      SECRET_BLOCK: block,
      USERNAME: challenge.username,
      DEVICE_KEY: device,
    },
  };
};

/** Checks the device's proof and signs in on it. @throws PoolError NotAuthorizedException, TooManyRequestsException */
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
    clientNumber,
    block,
    timestamp,
    signature,
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
