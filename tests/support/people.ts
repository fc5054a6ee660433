import { randomBytes } from 'node:crypto';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { createClient, type TestClient } from './clients.ts';
import { until } from './until.ts';

const PASSWORD = 'correct horse battery';

/** A user who has signed up, confirmed and signed in at the application's own pool, and made a first call. */
export interface TestPerson extends TestClient {
  sub: string;
  handle: string;
  name: string;
  email: string;
  password: string;
  accessToken: string;
  idToken: string;
  refreshToken: string;
}

export interface SignUpOverrides {
  handle?: string;
  name?: string;
  email?: string;
}

/** Does what a browser does, mail included. @param url the application's origin */
export async function signUp(url: string, overrides: SignUpOverrides = {}): Promise<TestPerson> {
  const handle = overrides.handle ?? `p${randomBytes(6).toString('hex')}`;
  const name = overrides.name ?? `Person ${handle}`;
  const email = overrides.email ?? `${handle}@example.com`;
  const attributes = { name, email, preferred_username: handle };
  const { UserSub: sub } = await callPool<{ UserSub: string }>(url, 'SignUp', {
    Username: email,
    Password: PASSWORD,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  });
  await callPool(url, 'ConfirmSignUp', {
    Username: email,
    ConfirmationCode: await waitForMailedCode(url, email),
  });
  const tokens = await signIn(url, { email, password: PASSWORD });
  const client = createClient(url, tokens.accessToken);
  await client.callOk('me');
  return { ...client, ...tokens, sub, handle, name, email, password: PASSWORD };
}

/** Another sign-in of a confirmed user. */
export async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const { AuthenticationResult: result } = await callPool<{ AuthenticationResult: Record<string, string> }>(
    url,
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: password } },
  );
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = result;
  return { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken };
}

/** The newest code in the mailbox of an address. */
export async function waitForMailedCode(url: string, email: string): Promise<string> {
  return until(() => newestCode(url, email), { what: `a code is mailed to ${email}` });
}

async function newestCode(url: string, email: string): Promise<string | undefined> {
  const { body } = await createClient(url).send('GET', `/local/mail?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  });
  return (body as { code: string }[])[0]?.code;
}

/** One operation of the pool, with our client id unless the input has another. @throws Error unless answered 200 */
export async function callPool<T>(url: string, operation: string, input: object): Promise<T> {
  const { status, body } = await createClient(url).send('POST', '/local/idp', {
    body: JSON.stringify({ ClientId: CLIENT_ID, ...input }),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
  });
  if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}
