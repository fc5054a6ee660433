import { z } from 'zod';
import type { AnswerChallenge } from '../challenges/challenge-responses.ts';
import { answerCustomChallenge } from '../challenges/custom-challenge.ts';
import { answerDevicePasswordVerifier, answerDeviceSrpAuth } from '../challenges/device-srp.ts';
import { answerNewPassword } from '../challenges/new-password.ts';
import { answerPasswordVerifier } from '../challenges/password-verifier.ts';
import { answerSelectChallenge } from '../challenges/select-challenge.ts';
import { answerWebAuthn } from '../challenges/web-authn.ts';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';

const answers: ReadonlyMap<string, AnswerChallenge> = new Map([
  ['PASSWORD_VERIFIER', answerPasswordVerifier],
  ['CUSTOM_CHALLENGE', answerCustomChallenge],
  ['NEW_PASSWORD_REQUIRED', answerNewPassword],
  ['SELECT_CHALLENGE', answerSelectChallenge],
  ['WEB_AUTHN', answerWebAuthn],
  ['DEVICE_SRP_AUTH', answerDeviceSrpAuth],
  ['DEVICE_PASSWORD_VERIFIER', answerDevicePasswordVerifier],
]);

const schema = z.object({
  ClientId: input.clientId,
  ChallengeName: z.string().max(64),
  Session: input.token.nullish(),
  ChallengeResponses: z.record(z.string().max(64), input.token).default({}),
});

/** Continues a sign-in with the answer to a challenge. */
export const respondToAuthChallenge = defineOperation(schema, async (body, context, caller) => {
  const answer = answers.get(body.ChallengeName);
  if (!answer) throw invalidParameter(`Challenge ${body.ChallengeName} is not supported`);
  return answer({ responses: body.ChallengeResponses, session: body.Session ?? '' }, context, caller);
});
