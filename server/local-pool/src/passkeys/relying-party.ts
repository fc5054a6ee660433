/** Where passkeys are good for: `id` is the host they are bound to, `origin` a page of ours beside loopback ones. */
export type RelyingParty = { id: string; origin: string | undefined };

const LOCAL = 'localhost';
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** For pages at `publicUrl`, or on this computer under the name localhost. */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty {
  if (publicUrl === undefined) return { id: LOCAL, origin: undefined };
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

export const isAllowedOrigin = (party: RelyingParty, origin: string): boolean =>
  origin === party.origin || LOOPBACK.test(origin);
