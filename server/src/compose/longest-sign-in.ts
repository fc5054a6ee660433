import type { IdentityConfig } from '../config-identity.ts';
import { lifetimes } from '../local-pool/lifetimes.ts';

const DAY_MS = 86_400_000;
/** Amazon Cognito lets an app client's refresh tokens live ten years, and its access tokens a day. */
const COGNITO_MS = (3650 + 1) * DAY_MS;

/** So long after a sign-in there may be tokens that descend from it: an end of it must be remembered that long. */
export function longestSignInMs(identity: IdentityConfig): number {
  return identity.kind === 'cognito' ? COGNITO_MS : lifetimes.session + identity.accessSeconds * 1000;
}
