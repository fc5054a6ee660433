import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import proxyAddr from 'proxy-addr';
import type { Config } from '../config/config.ts';
import type { IdentityConfig } from '../config/config.ts';
import { networkOf } from '../http/rate-limits.ts';

/** Origins besides its own that the page connects to, for the content security policy. */
export function connectOrigins({ browser, identity, avatars }: Config): string[] {
  const api = [browser.apiHost, browser.avatarGateway].filter((origin) => origin !== undefined);
  const sockets = api.map((origin) => origin.replace(/^http/, 'ws'));
  const bucket =
    avatars.kind === 's3'
      ? [avatars.endpoint ?? `https://${avatars.bucket}.s3.${avatars.region}.amazonaws.com`]
      : [];
  return [...api, ...sockets, ...cognitoOrigins(identity), ...bucket];
}

function cognitoOrigins(identity: IdentityConfig): string[] {
  if (identity.kind !== 'cognito') return [];
  const services = ['cognito-idp', 'cognito-identity'];
  const regional = services.map((service) => `https://${service}.${identity.region}.amazonaws.com`);
  const endpoints = identity.endpoint === undefined ? regional : [identity.endpoint];
  // The client exchanges the code of a hosted sign-in there.
  return identity.oauth ? [...endpoints, `https://${identity.oauth.domain}`] : endpoints;
}

/** Whether pages of an origin may open sockets: the site's own, the allowed ones, and loopback names for each other. */
export function isOriginAllowed(origin: string, known: { allowed: readonly string[]; own: string }): boolean {
  if (origin === known.own || known.allowed.includes(origin)) return true;
  if (!URL.canParse(origin) || !URL.canParse(known.own)) return false;
  const [given, own] = [new URL(origin), new URL(known.own)];
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  return loopback.includes(given.hostname) && loopback.includes(own.hostname) && given.port === own.port;
}

/** The address under which a socket counts, behind the proxies that Express trusts. */
export function networkOfRequest(http: Express): (request: IncomingMessage) => string {
  const trust = http.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (request) => networkOf(proxyAddr(request, trust));
}
