import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { openVault, type Store } from '@cruddur/local-pool';
import { openKeyRing } from '../../../server/local-pool/src/secrets/signing-keys.ts';
import { decodeClaims } from './people.ts';

type TokenClaims = Record<string, unknown>;

/** Makes forged and misused tokens: from a valid one, by the pool's own key where that matters. */
export type TokenForge = {
  /** The claims of the valid token. */
  claims: TokenClaims;
  kid: string;
  /** Signs these claims, by the pool's own key unless another is given; `header` adds to or changes the header. */
  token: (content: TokenClaims, header?: TokenClaims, key?: KeyObject) => string;
  /** Header and claims, then the given signature. */
  unsigned: (content: TokenClaims, header: TokenClaims, signature?: string) => string;
  /** Signed by HMAC, with the published key in PEM as the secret. */
  signedWithPublicKey: (content: TokenClaims) => string;
  /** The attacker's own key, with its public half as published. */
  attackerKey: { privateKey: KeyObject; jwk: object };
};

const encode = (value: TokenClaims) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param db the store of the pool that issued the valid token */
export async function createTokenForge(db: Store, good: string): Promise<TokenForge> {
  const clock = { now: () => new Date() };
  const keys = (await openKeyRing({ db, vault: await openVault(db), clock })).currentKeys();
  const { kid, privateKey: own } = keys;
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const head = (content: TokenClaims, header: TokenClaims) =>
    `${encode({ kid, ...header })}.${encode(content)}`;
  const unsigned: TokenForge['unsigned'] = (content, header, signature = '') =>
    `${head(content, header)}.${signature}`;
  return {
    claims: decodeClaims(good),
    kid,
    unsigned,
    token: (content, header = {}, key = own) => {
      const signed = head(content, { alg: 'RS256', ...header });
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
    },
    signedWithPublicKey: (content) => {
      const secret = createPublicKey(own).export({ format: 'pem', type: 'spki' });
      const hmac = createHmac('sha256', secret).update(head(content, { alg: 'HS256' }));
      return unsigned(content, { alg: 'HS256' }, hmac.digest('base64url'));
    },
    attackerKey: {
      privateKey: pair.privateKey,
      jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid: 'stranger', alg: 'RS256', use: 'sig' },
    },
  };
}
