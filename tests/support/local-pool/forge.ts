import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { openSigningKeys } from '../../../server/src/local-pool/secrets/signing-keys.ts';
import { openVault } from '../../../server/src/local-pool/secrets/vault.ts';
import type { Store } from '../../../server/src/local-pool/tables.ts';
import { claimsOf } from './people.ts';

type Content = Record<string, unknown>;

/** Makes tokens that somebody should not have: from a good one, by the pool's own key where that matters. */
export type Forge = {
  /** What the good token says. */
  claims: Content;
  kid: string;
  /** Says what it is told, under the pool's own key unless another signs; `header` adds to or changes the head. */
  token: (content: Content, header?: Content, key?: KeyObject) => string;
  /** Head and content, then whatever is given as the signature. */
  unsigned: (content: Content, header: Content, signature?: string) => string;
  /** Signed by HMAC, the published key in PEM being the secret. */
  byPublicKey: (content: Content) => string;
  /** A key of the attacker's own, with its public half as published. */
  stranger: { privateKey: KeyObject; jwk: object };
};

const encode = (value: Content) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param db the store of the pool that issued the good token */
export async function openForge(db: Store, good: string): Promise<Forge> {
  const clock = { now: () => new Date() };
  const keys = (await openSigningKeys({ db, vault: await openVault(db), clock })).current();
  const { kid, privateKey: own } = keys;
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const head = (content: Content, header: Content) => `${encode({ kid, ...header })}.${encode(content)}`;
  const unsigned: Forge['unsigned'] = (content, header, signature = '') =>
    `${head(content, header)}.${signature}`;
  return {
    ...{ claims: claimsOf(good), kid, unsigned },
    token: (content, header = {}, key = own) => {
      const signed = head(content, { alg: 'RS256', ...header });
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
    },
    byPublicKey: (content) => {
      const secret = createPublicKey(own).export({ format: 'pem', type: 'spki' });
      const hmac = createHmac('sha256', secret).update(head(content, { alg: 'HS256' }));
      return unsigned(content, { alg: 'HS256' }, hmac.digest('base64url'));
    },
    stranger: {
      privateKey: pair.privateKey,
      jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid: 'stranger', alg: 'RS256', use: 'sig' },
    },
  };
}
