import { createECDH, createHmac } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';
import { CURVE } from './encrypt-payload.ts';

/** The site's key for push services, by RFC 8292. */
export interface Vapid {
  /** As browsers take it: an uncompressed point, base64url. */
  publicKey: string;
  /** The `Authorization` header for a push service. @param origin of the subscription's address */
  authorize(origin: string): Promise<string>;
}

/** Push services accept at most 24 hours. */
const TOKEN_SECONDS = 12 * 3600;
/** A token is used again for this long. */
const REUSED_MS = 3_600_000;
const ORIGINS_MAX = 100;

interface VapidParts {
  /** Base64, equal at all gateways. */
  storeKey: string;
  /** How the operators of push services reach those of this site: a `mailto:` or `https:` address; undefined if neither is known. */
  contact: string | undefined;
  clock: Clock;
}

/** The key is derived from the store's one, as those of sealed texts: all gateways have it, and a restored backup keeps it. */
export function createVapid({ storeKey, contact, clock }: VapidParts): Vapid {
  const pair = derivePair(storeKey);
  const point = pair.getPublicKey();
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: pair.getPrivateKey().toString('base64url') },
    ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  };
  const publicKey = point.toString('base64url');
  const tokens = new LRUCache<string, { token: Promise<string>; until: number }>({ max: ORIGINS_MAX });

  async function sign(audience: string, now: number): Promise<string> {
    const token = new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(audience)
      .setExpirationTime(Math.floor(now / 1000) + TOKEN_SECONDS);
    if (contact !== undefined) token.setSubject(contact);
    return token.sign(await importJWK(jwk, 'ES256'));
  }

  return {
    publicKey,
    async authorize(origin) {
      const now = clock.now().getTime();
      const known = tokens.get(origin);
      const current =
        known && known.until > now ? known : { token: sign(origin, now), until: now + REUSED_MS };
      tokens.set(origin, current);
      return `vapid t=${await current.token}, k=${publicKey}`;
    },
  };
}

/** Every 32 bytes but one in four billion are a private key of the curve. */
function derivePair(storeKey: string) {
  const pair = createECDH(CURVE);
  for (let attempt = 0; ; attempt += 1) {
    const hmac = createHmac('sha256', Buffer.from(storeKey, 'base64'));
    try {
      pair.setPrivateKey(hmac.update(`web push ${attempt}`).digest());
      return pair;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
