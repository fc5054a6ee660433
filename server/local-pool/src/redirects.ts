import { CLIENT_ID } from './names.ts';
import { OAuthError } from './errors.ts';

/** The redirect addresses of the hosted endpoints; a requested address must equal a listed one. */
export type Redirects = {
  signIn: readonly string[];
  signOut: readonly string[];
  /** Whether clients get tokens (the implicit grant) instead of a code. */
  implicit?: boolean;
};

/** @returns the address @throws OAuthError invalid_client, redirect_mismatch: both must be answered without a redirect */
export function checkRedirect(
  listed: readonly string[],
  clientId: string | undefined,
  address: string | undefined,
): string {
  if (clientId !== CLIENT_ID) throw new OAuthError('invalid_client');
  if (address === undefined || !listed.includes(address)) throw new OAuthError('redirect_mismatch');
  return address;
}

/** The address with parameters added, without undefined ones. */
export function addParameters(address: string, parameters: Parameters): string {
  const url = new URL(address);
  for (const [name, value] of listDefined(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with parameters in the fragment, which browsers do not send to servers. */
export function addFragment(address: string, parameters: Parameters): string {
  return `${address}#${new URLSearchParams(listDefined(parameters)).toString()}`;
}

type Parameters = Record<string, string | undefined>;

const listDefined = (parameters: Parameters): [string, string][] =>
  Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
