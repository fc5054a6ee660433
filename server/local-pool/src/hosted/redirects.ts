import { CLIENT_ID } from '../names.ts';
import { OAuthError } from '../errors.ts';

/** Where the hosted endpoints may send people; an address must be listed exactly as it is asked for. */
export type Redirects = {
  signIn: readonly string[];
  signOut: readonly string[];
  /** Whether the tokens themselves may be asked for, instead of a code. */
  implicit?: boolean;
};

/** @throws OAuthError invalid_client, redirect_mismatch: nobody is sent anywhere for these */
export function checkRedirect(
  listed: readonly string[],
  clientId: string | undefined,
  address: string | undefined,
): string {
  if (clientId !== CLIENT_ID) throw new OAuthError('invalid_client');
  if (address === undefined || !listed.includes(address)) throw new OAuthError('redirect_mismatch');
  return address;
}

/** The address with parameters added; undefined ones are left out. */
export function withParameters(address: string, parameters: Parameters): string {
  const url = new URL(address);
  for (const [name, value] of given(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with parameters behind the `#`, which no server and no log ever sees. */
export function withFragment(address: string, parameters: Parameters): string {
  return `${address}#${new URLSearchParams(given(parameters)).toString()}`;
}

type Parameters = Record<string, string | undefined>;

const given = (parameters: Parameters): [string, string][] =>
  Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
