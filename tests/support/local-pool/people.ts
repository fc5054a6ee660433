import { randomBytes } from 'node:crypto';
import type { PoolResponse, TestPool } from './test-pool.ts';

export type SignUpDetails = { email: string; password: string; name: string; handle: string };

/** The attributes of a new user. */
export function createSignUpDetails(): SignUpDetails {
  const handle = `p${randomBytes(6).toString('hex')}`;
  return { email: `${handle}@example.com`, password: 'correct horse', name: `Person ${handle}`, handle };
}

export const signUpInput = ({ email, password, name, handle }: SignUpDetails) => ({
  Username: email,
  Password: password,
  UserAttributes: [
    { Name: 'name', Value: name },
    { Name: 'email', Value: email },
    { Name: 'preferred_username', Value: handle },
  ],
});

/** Creates a user who has signed up and confirmed. */
export async function createConfirmedPerson(
  { pool }: TestPool,
  overrides: Partial<SignUpDetails> = {},
): Promise<SignUpDetails & { sub: string }> {
  const person = { ...createSignUpDetails(), ...overrides };
  const { handle: preferred_username, ...rest } = person;
  const { sub } = await pool.createConfirmedPerson({ ...rest, preferred_username });
  return { ...person, sub };
}

export const signInByPassword = (
  gateway: TestPool,
  { email, password }: { email: string; password: string },
) =>
  gateway.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });

export type Tokens = {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
  ExpiresIn: number;
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
};

/** The tokens of an answer. @throws Error when it has none */
export function tokensOf({ status, body }: PoolResponse): Tokens {
  if (status !== 200 || !body.AuthenticationResult)
    throw new Error(`the answer has no tokens: ${JSON.stringify(body)}`);
  return body.AuthenticationResult as Tokens;
}

/** The claims of a token, unverified. */
export function decodeClaims(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
}
