import { CLIENT_ID } from '@cruddur/local-pool/names';
import { decodeClaims } from './local-pool/people.ts';
import type { TestPerson } from './people.ts';

/** The storage of a user who signed in by the form: our four keys, and Amplify's. */
export function createStoredSession(person: TestPerson): { name: string; value: string }[] {
  const own = {
    access_token: person.accessToken,
    cognito_id: person.sub,
    handle: person.handle,
    display_name: person.name,
  };
  const prefix = `CognitoIdentityServiceProvider.${CLIENT_ID}`;
  const tokens = {
    accessToken: person.accessToken,
    idToken: person.idToken,
    refreshToken: person.refreshToken,
    clockDrift: '0',
    signInDetails: JSON.stringify({ loginId: person.email, authFlowType: 'USER_SRP_AUTH' }),
  };
  const username = String(decodeClaims(person.accessToken).username);
  return [
    ...Object.entries(own),
    [`${prefix}.LastAuthUser`, username],
    ...Object.entries(tokens).map(([name, value]) => [`${prefix}.${username}.${name}`, value]),
  ].map(([name = '', value = '']) => ({ name, value }));
}
