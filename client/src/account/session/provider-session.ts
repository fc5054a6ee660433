import type { ClientConfig } from '@cruddur/shared';
import { localItems, type ItemStorage } from '../../base/browser-storage.ts';

/** What ends a session at the provider. */
export type ProviderTokens = {
  accessToken: string;
  /** Null after the implicit grant of the hosted pages. */
  refreshToken: string | null;
  /** Whether the sign-in was at the hosted pages, which keep a session of their own. */
  isHosted: boolean;
};

/** What the provider's library stores in this browser: tokens, device keys and the states of hosted sign-ins. */
export type ProviderStorage = {
  /** Removes everything. @returns the tokens that were there */
  take: () => ProviderTokens | null;
};

/** Amplify's names of keys. */
const PREFIX = 'CognitoIdentityServiceProvider';
/** Of the ids of an identity pool. */
const OTHER_PREFIX = 'com.amplify.Cognito';

const isOfLibrary = (key: string, prefix = PREFIX) =>
  [prefix, OTHER_PREFIX].some((each) => key.startsWith(each));

type KeyValues = { keys: () => string[]; get: (key: string) => string | null; remove: (key: string) => void };

export function createProviderStorage(
  { token_store, user_pool_client_id }: Pick<ClientConfig, 'token_store' | 'user_pool_client_id'>,
  storage: ItemStorage = localItems,
): ProviderStorage {
  const items = token_store === 'cookie' ? ofCookies() : ofStorage(storage);
  const storages = [items, ofStorage(storage)];
  const prefix = `${PREFIX}.${user_pool_client_id}.`;
  const readTokens = (): ProviderTokens | null => {
    const ofUser = `${prefix}${items.get(`${prefix}LastAuthUser`) ?? ''}.`;
    const accessToken = items.get(`${ofUser}accessToken`);
    if (accessToken === null) return null;
    const isHosted = items.get(`${ofUser}oauthMetadata`)?.includes('"oauthSignIn":true') ?? false;
    return { accessToken, refreshToken: items.get(`${ofUser}refreshToken`), isHosted };
  };
  return {
    take() {
      const tokens = readTokens();
      for (const { keys, remove } of storages)
        for (const key of keys()) if (isOfLibrary(key, prefix)) remove(key);
      return tokens;
    },
  };
}

function ofStorage(storage: ItemStorage): KeyValues {
  return {
    keys: () => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
    get: (key) => storage.getItem(key),
    remove: (key) => storage.removeItem(key),
  };
}

/** By the names as they are stored, because the library encodes only some characters; other cookies may be malformed. */
function ofCookies(): KeyValues {
  const read = () =>
    document.cookie.split('; ').flatMap((cookie) => {
      const at = cookie.indexOf('=');
      const name = cookie.slice(0, at);
      return isOfLibrary(name) ? [{ name, value: cookie.slice(at + 1) }] : [];
    });
  return {
    keys: () => read().map(({ name }) => name),
    get(key) {
      const found = read().find(({ name }) => decodeURIComponent(name) === key);
      return found ? decodeURIComponent(found.value) : null;
    },
    remove: (key) => {
      document.cookie = `${key}=; path=/; max-age=0`;
    },
  };
}

/**
 * Ends the session of these tokens at the user pool, or all of its user. Not through the library, whose call takes the tokens
 * that are stored when it is made, and ends with the page.
 */
export function endProviderSession(
  { user_pool_id, user_pool_client_id, user_pool_endpoint }: ClientConfig,
  { accessToken, refreshToken }: ProviderTokens,
  all: boolean,
): Promise<unknown> {
  if (!all && refreshToken === null) return Promise.resolve();
  const amazon = `https://cognito-idp.${user_pool_id.split('_')[0] ?? ''}.amazonaws.com/`;
  const body = all ? { AccessToken: accessToken } : { ClientId: user_pool_client_id, Token: refreshToken };
  return fetch(user_pool_endpoint || amazon, {
    method: 'POST',
    keepalive: true,
    cache: 'no-store',
    credentials: 'omit',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${all ? 'GlobalSignOut' : 'RevokeToken'}`,
    },
    body: JSON.stringify(body),
  });
}
