import { compile } from 'proxy-addr';
import type { Environment, Faults } from './config-values.ts';
import { oneOf, origin, text } from './config-values.ts';

export interface WebConfig {
  /** Where people reach the site when that is not where the program listens, `https://cruddur.example`. */
  publicUrl: string | undefined;
  /** Origins besides the site's own that may call and connect. */
  allowedOrigins: readonly string[];
  /** Express's `trust proxy`: false, the number of proxies in front, or their addresses. */
  trustProxy: false | number | string;
}

/** What the serving program says to the browser's; undefined leaves the build's own setting. */
export interface BrowserConfig {
  apiHost: string | undefined;
  avatarGateway: string | undefined;
  tokenStore: 'local' | 'cookie' | undefined;
}

export function webConfig(env: Environment, faults: Faults): WebConfig {
  return {
    publicUrl: origin(env, 'PUBLIC_URL', faults),
    allowedOrigins: allowedOrigins(env, faults),
    trustProxy: trustProxy(env, faults),
  };
}

export function browserConfig(env: Environment, faults: Faults): BrowserConfig {
  return {
    apiHost: origin(env, 'VITE_API_HOST', faults),
    avatarGateway: origin(env, 'VITE_AVATAR_GATEWAY', faults),
    tokenStore: oneOf(env, 'VITE_TOKEN_STORE', { faults, values: ['local', 'cookie'] }),
  };
}

function allowedOrigins(env: Environment, faults: Faults): string[] {
  const given = (text(env, 'ALLOWED_ORIGINS') ?? '').split(/[\s,]+/).filter((value) => value !== '');
  const wrong = given.filter((value) => !URL.canParse(value) || new URL(value).origin !== value);
  if (wrong.length > 0) {
    faults.add('ALLOWED_ORIGINS', 'must be origins such as https://example.com, separated by commas');
  }
  return given;
}

function trustProxy(env: Environment, faults: Faults): WebConfig['trustProxy'] {
  const value = text(env, 'TRUST_PROXY');
  if (value === undefined || ['0', 'false', 'off', 'no'].includes(value)) return false;
  if (['true', 'on', 'yes'].includes(value)) return 1;
  if (/^\d+$/.test(value)) return Number(value);
  if (!areAddresses(value)) {
    faults.add('TRUST_PROXY', 'must be a number of proxies, or their addresses separated by commas');
  }
  return value;
}

function areAddresses(value: string): boolean {
  try {
    compile(value.split(/\s*,\s*/));
    return true;
  } catch {
    return false;
  }
}
