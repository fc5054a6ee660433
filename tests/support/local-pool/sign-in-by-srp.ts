import type { PoolResponse, TestPool } from './test-pool.ts';
import { createSrpProof, startSrp } from './srp-client.ts';

export type Login = { email: string; password: string };

/** A sign-in by SRP before its last step. */
export type PendingSrpSignIn = { challenge: Record<string, string>; responses: Record<string, string> };

export async function startSrpSignIn(
  gateway: TestPool,
  { email, password }: Login,
): Promise<PendingSrpSignIn> {
  const client = startSrp();
  const { status, body } = await gateway.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: client.SRP_A },
  });
  if (status !== 200) throw new Error(`the answer has no challenge: ${JSON.stringify(body)}`);
  const challenge = body.ChallengeParameters as Record<string, string>;
  return { challenge, responses: createSrpProof(client, password, challenge) };
}

export const finishSrpSignIn = (
  gateway: TestPool,
  ChallengeResponses: Record<string, string>,
): Promise<PoolResponse> =>
  gateway.call('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
