import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LOG_LEVELS, REGION, type LogLevel } from '@cruddur/shared';
import { identityConfig, type IdentityConfig } from './config-identity.ts';
import { redisConfig, type RedisConfig } from './config-redis.ts';
import { flag, integer, oneOf, optionalFlag, text, url } from './config-values.ts';
import type { Environment, Faults } from './config-values.ts';
import { browserConfig, webConfig, type BrowserConfig, type WebConfig } from './config-web.ts';
import { StartFault } from './start-fault.ts';

/** Every variable that steers the server; the documentation is checked against this list. */
export const CONFIG_VARIABLES = [
  ...['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL'],
  ...['COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID', 'COGNITO_IDENTITY_POOL_ID', 'COGNITO_ALLOW_GUEST'],
  ...['COGNITO_DOMAIN', 'COGNITO_REDIRECT_SIGN_IN', 'COGNITO_REDIRECT_SIGN_OUT', 'COGNITO_RESPONSE_TYPE'],
  ...['LOCAL_POOL', 'LOCAL_POOL_ACCESS_SECONDS', 'SMTP_URL', 'S3_BUCKET', 'S3_ENDPOINT', 'AWS_REGION'],
  ...['VITE_API_HOST', 'VITE_AVATAR_GATEWAY', 'VITE_TOKEN_STORE'],
  ...['RATE_LIMITS', 'MAX_SOCKETS_PER_PERSON', 'MAX_SOCKETS_PER_ADDRESS', 'TEST_CLOCK', 'MACHINES_SERVER'],
  ...['PUBLIC_URL', 'ALLOWED_ORIGINS', 'TRUST_PROXY', 'LOG_LEVEL'],
] as const;

export type StoreConfig = { kind: 'embedded'; dataDir: string } | { kind: 'postgres'; url: string };
export type AvatarsConfig =
  | { kind: 'local'; dir: string }
  | { kind: 's3'; bucket: string; endpoint: string | undefined; region: string };

export interface Config {
  production: boolean;
  /** Undefined listens on loopback, both families. Port 0 takes a free one. */
  listen: { host: string | undefined; port: number };
  store: StoreConfig;
  redis: RedisConfig | undefined;
  identity: IdentityConfig;
  avatars: AvatarsConfig;
  limits: { rateLimits: boolean; socketsPerPerson: number; socketsPerAddress: number };
  /** `test` opens `POST /local/clock`. */
  clock: 'system' | 'test';
  /** Shows server actors on `/machines`. */
  machinesServer: boolean;
  web: WebConfig;
  browser: BrowserConfig;
  logLevel: LogLevel;
}

/** The program's environment, with `.env` of the working directory behind it. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** @throws StartFault naming everything that is wrong, in one line */
export function loadConfig(env: Environment): Config {
  const found: string[] = [];
  const faults: Faults = { add: (variable, fault) => found.push(`${variable}: ${fault}`) };
  const config = parse(env, faults);
  if (found.length > 0) throw new StartFault(`Bad configuration: ${found.join('; ')}`);
  return config;
}

function parse(env: Environment, faults: Faults): Config {
  const dataDir = resolve(text(env, 'DATA_DIR') ?? '.data');
  const identity = identityConfig(env, faults);
  const sockets = (name: string, fallback: number) =>
    integer(env, name, { faults, fallback, min: 1, max: 1_000_000 });
  return {
    production: env.NODE_ENV === 'production',
    listen: {
      host: text(env, 'HOST'),
      port: integer(env, 'PORT', { faults, fallback: 4567, min: 0, max: 65_535 }),
    },
    store: storeConfig(env, { dataDir, faults }),
    redis: redisConfig(env, 'REDIS_URL', faults),
    identity,
    avatars: avatarsConfig(env, { dataDir, faults }),
    limits: {
      rateLimits: optionalFlag(env, 'RATE_LIMITS', faults) ?? true,
      socketsPerPerson: sockets('MAX_SOCKETS_PER_PERSON', 10),
      socketsPerAddress: sockets('MAX_SOCKETS_PER_ADDRESS', 50),
    },
    clock: clockConfig(env, faults),
    machinesServer: optionalFlag(env, 'MACHINES_SERVER', faults) ?? identity.kind === 'local',
    web: webConfig(env, faults),
    browser: browserConfig(env, faults),
    logLevel: oneOf(env, 'LOG_LEVEL', { faults, values: LOG_LEVELS }) ?? 'warn',
  };
}

function storeConfig(
  env: Environment,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): StoreConfig {
  if (text(env, 'DATABASE_URL') === undefined) return { kind: 'embedded', dataDir };
  const address = url(env, 'DATABASE_URL', { faults, protocols: ['postgres:', 'postgresql:'] });
  return { kind: 'postgres', url: address ?? '' };
}

function avatarsConfig(
  env: Environment,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): AvatarsConfig {
  const bucket = text(env, 'S3_BUCKET');
  const endpoint = url(env, 'S3_ENDPOINT', { faults, protocols: ['http:', 'https:'] });
  if (bucket !== undefined) {
    return { kind: 's3', bucket, endpoint, region: text(env, 'AWS_REGION') ?? REGION };
  }
  if (endpoint !== undefined) faults.add('S3_ENDPOINT', 'needs S3_BUCKET');
  return { kind: 'local', dir: join(dataDir, 'avatars') };
}

function clockConfig(env: Environment, faults: Faults): Config['clock'] {
  const wanted = flag(env, 'TEST_CLOCK', faults);
  if (wanted && env.NODE_ENV === 'production') faults.add('TEST_CLOCK', 'is refused in production');
  return wanted ? 'test' : 'system';
}
