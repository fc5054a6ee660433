import type { z } from 'zod';
import type { registrationCredential, assertionCredential } from './credential.ts';

/** What a proof is checked against; `challenge` in base64url. */
export type Expectation = { challenge: string; origin: string; rpId: string };

/** A registered public key, `publicKey` in base64url. */
export type PublicKey = { id: string; publicKey: string; counter: number };

// The library brings much code for kinds of attestation that few meet: it is read when somebody uses a passkey.
const loadWebAuthnLibrary = () => import('@simplewebauthn/server');

/** The public key of a new passkey, or undefined when the proof does not hold. */
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

/** The passkey's new counter, or undefined when the proof does not hold. */
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
