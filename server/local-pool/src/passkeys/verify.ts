import type { z } from 'zod';
import type { registrationCredential, assertionCredential } from './credential.ts';

/** The expected values of a response; `challenge` in base64url. */
export type Expectation = { challenge: string; origin: string; rpId: string };

/** A registered public key, `publicKey` in base64url. */
export type PublicKey = { id: string; publicKey: string; counter: number };

// A large library, mostly for rare attestation formats: it is loaded at the first use of a passkey.
const loadWebAuthnLibrary = () => import('@simplewebauthn/server');

/** The public key of a new passkey, or undefined when the response is not valid. */
export async function verifyRegistration(
  response: z.infer<typeof registrationCredential>,
  { challenge, origin, rpId }: Expectation,
): Promise<PublicKey | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthnLibrary();
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** The passkey's new counter, or undefined when the response is not valid. */
export async function verifyAssertion(
  response: z.infer<typeof assertionCredential>,
  key: PublicKey,
  { challenge, origin, rpId }: Expectation,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthnLibrary();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}

/** The WebAuthn relying party: passkeys are bound to the host `id`; `origin` is allowed besides loopback origins. */
export type RelyingParty = { id: string; origin: string | undefined };

const LOCAL = 'localhost';
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** The relying party of a site at `publicUrl`, or of localhost. */
export function createRelyingParty(publicUrl: string | undefined): RelyingParty {
  if (publicUrl === undefined) return { id: LOCAL, origin: undefined };
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

export const isAllowedOrigin = (party: RelyingParty, origin: string): boolean =>
  origin === party.origin || LOOPBACK.test(origin);
