import { isLoopbackHost, isLoopbackOrigin } from '@cruddur/shared';
import { compile } from 'proxy-addr';
import type { Environment, Faults } from './config-values.ts';
import { isProduction, readList, readOneOf, readOrigin, readPattern, readText } from './config-values.ts';

export interface WebConfig {
  /** The public origin, when it is not the address on which the program listens: `https://cruddur.example`. */
  publicUrl: string | undefined;
  /** Origins besides the site's own that may call the API and open sockets. */
  allowedOrigins: readonly string[];
  /** Express's `trust proxy`: false, the number of proxies in front, or their addresses. */
  trustProxy: false | number | string;
  /** The bearer token with which `/metrics` may be read; without it only `isForThisMachine` opens it. */
  metricsToken: string | undefined;
  isForThisMachine: boolean;
}

/** Settings that pages pass to the client; undefined keeps the build's value. */
export interface BrowserConfig {
  apiHost: string | undefined;
  avatarGateway: string | undefined;
  tokenStore: 'local' | 'cookie' | undefined;
}

const BEARER_TOKEN = /^[\w.~+/=-]{16,256}$/;

export function readWebConfig(env: Environment, faults: Faults): WebConfig {
  return {
    publicUrl: readOrigin(env, 'PUBLIC_URL', faults),
    allowedOrigins: readList(env, 'ALLOWED_ORIGINS', {
      faults,
      isValid: (value) => URL.canParse(value) && new URL(value).origin === value,
      wanted: 'origins such as https://example.com, separated by commas',
    }),
    trustProxy: readTrustProxy(env, faults),
    metricsToken: readPattern(env, 'METRICS_TOKEN', {
      faults,
      pattern: BEARER_TOKEN,
      wanted: '16 to 256 characters of a bearer token (letters, digits and -._~+/=)',
    }),
    isForThisMachine: isForThisMachine(env),
  };
}

/**
 * Whether the settings name no way to the program from beyond this machine. Only then may a request from this machine read what
 * is not for visitors: elsewhere it may be a proxy's, and a proxy need not add a header.
 */
export const isForThisMachine = (env: Environment): boolean =>
  !isProduction(env) &&
  isLoopbackHost(readText(env, 'HOST')) &&
  isLoopbackOrigin(readText(env, 'PUBLIC_URL')) &&
  !isProxyTrusted(env);

export function readBrowserConfig(env: Environment, faults: Faults): BrowserConfig {
  return {
    apiHost: readOrigin(env, 'VITE_API_HOST', faults),
    avatarGateway: readOrigin(env, 'VITE_AVATAR_GATEWAY', faults),
    tokenStore: readOneOf(env, 'VITE_TOKEN_STORE', { faults, values: ['local', 'cookie'] }),
  };
}

/** Whether requests come through a proxy, from its settings alone. */
function isProxyTrusted(env: Environment): boolean {
  const value = readText(env, 'TRUST_PROXY');
  return value !== undefined && !['0', 'false', 'off', 'no'].includes(value);
}

function readTrustProxy(env: Environment, faults: Faults): WebConfig['trustProxy'] {
  const value = readText(env, 'TRUST_PROXY');
  if (value === undefined || !isProxyTrusted(env)) return false;
  if (['true', 'on', 'yes'].includes(value)) return 1;
  if (/^\d+$/.test(value)) {
    if (Number(value) > MOST_PROXIES) faults.add('TRUST_PROXY', `must be at most ${MOST_PROXIES} proxies`);
    return Number(value);
  }
  if (!areAddresses(value)) {
    faults.add('TRUST_PROXY', 'must be a number of proxies, or their addresses separated by commas');
  }
  return value;
}

/** Whether headers of a proxy are trusted. */
export const isProxied = ({ trustProxy }: Pick<WebConfig, 'trustProxy'>): boolean =>
  trustProxy !== false && trustProxy !== 0;

/** A number above the real hops would let a visitor choose the address that limits count by. */
const MOST_PROXIES = 10;

function areAddresses(value: string): boolean {
  try {
    compile(value.split(/\s*,\s*/));
    return true;
  } catch {
    return false;
  }
}
