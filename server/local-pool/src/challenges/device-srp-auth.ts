import type { PoolContext } from '../context.ts';
import { findDevice } from '../devices/find-device.ts';
import { invalidParameter, refusals } from '../errors.ts';
import { isSafePublicNumber, startExchange } from '../srp/exchange.ts';
import { requireResponse, type AnswerChallenge } from './challenge-responses.ts';
import { saveChallenge, consumeChallenge } from './challenge-store.ts';

const HEX = /^[0-9a-f]{1,1024}$/i;

/** Asks a person's device to begin its proof. */
export async function beginDeviceSrpAuth(context: PoolContext, sub: string, device: string): Promise<object> {
  const name = 'DEVICE_SRP_AUTH';
  const Session = await saveChallenge(context, { name, username: sub, state: { device } });
  return { ChallengeName: name, Session, ChallengeParameters: { USERNAME: sub, DEVICE_KEY: device } };
}

/** Takes the device's number and asks for the proof that it knows its password. @throws PoolError */
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
