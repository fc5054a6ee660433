import type { ClientConfig } from '@cruddur/shared';

/** What is said of the pool's hosted pages. Amplify judges whether it is enough, when it is needed. */
export type HostedSettings = {
  /** A domain such as `login.example.com`, or with the local pool a path of this very site. */
  domain: string;
  redirectSignIn: string[];
  redirectSignOut: string[];
  responseType: string;
};

/** Null when nothing is said of hosted pages. */
export function readHostedSettings(config: ClientConfig): HostedSettings | null {
  const { oauth_domain: domain, oauth_response_type: responseType } = config;
  const { oauth_redirect_sign_in: signIn, oauth_redirect_sign_out: signOut } = config;
  if ([domain, responseType, signIn, signOut].every((value) => value === '')) return null;
  return { domain, responseType, redirectSignIn: splitList(signIn), redirectSignOut: splitList(signOut) };
}

/** Whether the pages are the local pool's, which Amplify cannot reach: it insists on https. */
export function isLocalPool({ domain }: HostedSettings): boolean {
  return domain.startsWith('/');
}

const CALLBACK_PARAMS = ['code', 'error', 'access_token'];

/** Whether an address is what the hosted pages send people back to with an answer. */
export function isHostedCallback({ redirectSignIn }: HostedSettings, address: string): boolean {
  if (!redirectSignIn.some((redirect) => stripQuery(redirect) === stripQuery(address))) return false;
  const { search, hash } = new URL(address);
  return [search, hash.slice(1)].some((part) => {
    const said = new URLSearchParams(part);
    return said.has('state') && CALLBACK_PARAMS.some((proof) => said.has(proof));
  });
}

const splitList = (addresses: string) => addresses.split(',').filter((address) => address !== '');
const stripQuery = (address: string) => address.replace(/[?#].*$/su, '');
