import type { ClientConfig } from '@cruddur/shared';
import type { IdentityProvider } from './identity-provider.ts';

/** The configuration of the pool's hosted pages. Amplify validates it at the first use. */
export type HostedSettings = {
  /** A domain such as `login.example.com`, or with the local pool a path of this site. */
  domain: string;
  redirectSignIn: string[];
  redirectSignOut: string[];
  responseType: string;
};

/** Null when nothing is configured. */
export function readHostedSettings(config: ClientConfig): HostedSettings | null {
  const { oauth_domain: domain, oauth_response_type: responseType } = config;
  const { oauth_redirect_sign_in: signIn, oauth_redirect_sign_out: signOut } = config;
  if ([domain, responseType, signIn, signOut].every((value) => value === '')) return null;
  return { domain, responseType, redirectSignIn: splitList(signIn), redirectSignOut: splitList(signOut) };
}

/** Whether the pages are those of the local pool, which Amplify cannot reach: it requires https. */
export function isLocalPool({ domain }: HostedSettings): boolean {
  return domain.startsWith('/');
}

/** The state of a redirect back from the hosted pages. */
export type HostedCallback = {
  /** Whether this page's address is such a redirect. */
  readonly isCallback: boolean;
  /** What the sign-in failed with; null without a failure. */
  failure: unknown;
};

/** The hosted pages as screens use them. */
export type HostedPages = Readonly<HostedCallback> & {
  /** Leaves for the hosted sign-in page; fails with Amplify's error. */
  signIn: () => Promise<void>;
};

/** Null when no hosted pages are configured. Decided without Amplify, which most visitors never load. */
export function readHostedCallback(config: ClientConfig, address: string): HostedCallback | null {
  const settings = readHostedSettings(config);
  return settings && { isCallback: isHostedCallback(settings, address), failure: null };
}

export function createHostedPages(
  callback: HostedCallback,
  identity: () => Promise<IdentityProvider>,
): HostedPages {
  return {
    isCallback: callback.isCallback,
    get failure() {
      return callback.failure;
    },
    signIn: async () => {
      await (await identity()).hosted?.signIn();
    },
  };
}

const CALLBACK_PARAMS = ['code', 'error', 'access_token'];

function isHostedCallback({ redirectSignIn }: HostedSettings, address: string): boolean {
  if (!redirectSignIn.some((redirect) => stripQuery(redirect) === stripQuery(address))) return false;
  const { search, hash } = new URL(address);
  return [search, hash.slice(1)].some((part) => {
    const params = new URLSearchParams(part);
    return params.has('state') && CALLBACK_PARAMS.some((name) => params.has(name));
  });
}

const splitList = (addresses: string) => addresses.split(',').filter((address) => address !== '');
const stripQuery = (address: string) => address.replace(/[?#].*$/su, '');
