import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { globalAgent } from 'node:https';
import { connect } from 'node:net';
import { listenLocally } from './listen-locally.ts';

export type PublishedKey = { kid: string; privateKey: KeyObject; jwk: object };

/** Replaces the host of Amazon's key sets, for requests by node:https from this process. */
export type JwksHost = AsyncDisposable & {
  /** Requested URLs, in order. */
  requestedUrls: string[];
  /** The published keys. */
  keys: PublishedKey[];
  /** While true, connections fail. */
  isUnreachable: boolean;
};

export function createKey(kid: string): PublishedKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
}

/** An access token signed by that key, with parts of its header replaced. */
export function signToken(
  { kid, privateKey }: Omit<PublishedKey, 'jwk'>,
  claims: object,
  header: object = {},
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${encode({ kid, alg: 'RS256', ...header })}.${encode(claims)}`;
  return `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`;
}

export async function startJwksHost(...keys: PublishedKey[]): Promise<JwksHost> {
  const server = createServer((request, response) => {
    host.requestedUrls.push(`https://${request.headers.host ?? ''}${request.url ?? ''}`);
    response.end(JSON.stringify({ keys: host.keys.map(({ jwk }) => jwk) }));
  });
  const { port, ...listening } = await listenLocally(server);
  const originalCreateConnection = globalAgent.createConnection.bind(globalAgent);
  // Any host resolves to this server, without TLS, because only Amazon has the certificates.
  globalAgent.createConnection = () => connect(host.isUnreachable ? 1 : port, '127.0.0.1');
  const host: JwksHost = {
    requestedUrls: [],
    keys,
    isUnreachable: false,
    async [Symbol.asyncDispose]() {
      globalAgent.createConnection = originalCreateConnection;
      await listening[Symbol.asyncDispose]();
    },
  };
  return host;
}
