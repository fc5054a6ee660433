import { z } from 'zod';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import type { AnswerChallenge } from '../sign-in/challenge-responses.ts';
import { answerCustomChallenge } from '../sign-in/custom-challenge.ts';
import { answerDevicePasswordVerifier, answerDeviceSrpAuth } from '../sign-in/device-srp.ts';
import { answerNewPassword } from '../sign-in/new-password.ts';
import { answerPasswordVerifier } from '../sign-in/password-verifier.ts';
import { answerSelectChallenge } from '../sign-in/select-challenge.ts';
import { answerWebAuthn } from '../sign-in/web-authn.ts';

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
