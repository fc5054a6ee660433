import { CLIENT_ID } from '@cruddur/local-pool/names';
import { signIn, signUp } from '../../support/people.ts';
import { createClient } from '../../support/clients.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';

/** Wrong passwords that one address may try on an account. */
const ALLOWED = 20;
const GUESSES = 25;
const ATTACKERS = 4;
/** The longest delay of the owner's sign-in while strangers guess. */
const OWNER_DELAY_MAX_MS = 5000;
const OWN_WORK_MS = 3000;

export const lockout: AttackCase = {
  name: 'lock-out',
  description: 'visitors at 4 addresses guess 25 passwords each of one account; its owner signs in elsewhere',
  async run(environment) {
    const { gateways } = await environment.startGateways({
      RATE_LIMITS: 'on',
      TRUST_PROXY: '1',
      LOCAL_MAILBOX: '1',
    });
    const [{ url }, { url: other }] = gateways;
    const owner = await signUp(url);
    const answers = await Promise.all(
      Array.from({ length: ATTACKERS }, (_, attacker) =>
        guessPasswords(attacker % 2 === 0 ? url : other, owner.email, attacker),
      ),
    );
    const startedAt = performance.now();
    const { accessToken } = await signIn(other, owner);
    const signInMs = performance.now() - startedAt;
    const all = answers.flat();
    const count = (type: string) => all.filter((answer) => answer === type).length;
    const wrong = count('NotAuthorizedException');
    const refused = count('TooManyRequestsException');
    return {
      figures: { 'guesses answered': wrong, 'guesses refused': refused, 'owner signs in after ms': signInMs },
      faults: [
        ...(accessToken === '' ? ['the owner got no token'] : []),
        ...(wrong + refused === all.length ? [] : [`answers ${[...new Set(all)].join(', ')}`]),
        ...(wrong <= ALLOWED * ATTACKERS ? [] : [`${wrong} guesses were answered`]),
      ],
      missedTargets: describeMissedTarget(
        'ms until the owner is signed in:',
        signInMs,
        OWNER_DELAY_MAX_MS + OWN_WORK_MS,
      ),
    };
  },
};

/** Concurrent sign-ins from one address. @returns the names of the refusals */
function guessPasswords(url: string, email: string, attacker: number): Promise<unknown[]> {
  const guessOnce = async (n: number) => {
    const { body } = await createClient(url).send('POST', '/local/idp', {
      body: JSON.stringify({
        ClientId: CLIENT_ID,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: `guess ${n}` },
      }),
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        'x-forwarded-for': `192.0.2.${attacker + 1}`,
      },
    });
    return (body as { __type?: string } | undefined)?.__type;
  };
  return Promise.all(Array.from({ length: GUESSES }, (_, n) => guessOnce(n)));
}
