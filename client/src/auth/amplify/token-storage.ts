import { COOKIE_DAYS, type ClientConfig } from '@cruddur/shared';
import { CookieStorage, defaultStorage, type KeyValueStorageInterface } from 'aws-amplify/utils';

const PREFIX = 'CognitoIdentityServiceProvider';

/** Where Amplify keeps its tokens: local storage, or cookies for as long as the specification says. */
export function createTokenStorage(kind: ClientConfig['token_store']): KeyValueStorageInterface {
  if (kind === 'local') return defaultStorage;
  return new CookieStorage({ path: '/', expires: COOKIE_DAYS, secure: true, sameSite: 'lax' });
}

/** By how many milliseconds the issuer's clock is ahead of ours, as measured when the tokens came; 0 when unknown. */
export async function readClockDrift(storage: KeyValueStorageInterface, clientId: string): Promise<number> {
  const user = await storage.getItem(`${PREFIX}.${clientId}.LastAuthUser`);
  const drift = Number(await storage.getItem(`${PREFIX}.${clientId}.${user ?? ''}.clockDrift`));
  return Number.isFinite(drift) ? drift : 0;
}
