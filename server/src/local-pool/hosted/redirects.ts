import { CLIENT_ID } from '../names.ts';
import { OAuthError } from './oauth-error.ts';

/** Where the hosted endpoints may send people; an address must be listed exactly as it is asked for. */
export type Redirects = { signIn: readonly string[]; signOut: readonly string[] };

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
export function withParameters(address: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
