import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LOG_LEVELS, REGION, type LogLevel } from '@cruddur/shared';
import { addCombinationFaults, isUnconfigured } from './config-combinations.ts';
import { readIdentityConfig, type IdentityConfig } from './config-identity.ts';
import { readRedisConfig, type RedisConfig } from './config-redis.ts';
import {
  readFlag,
  readMailAddress,
  readInteger,
  readList,
  readOneOf,
  readOptionalFlag,
  readPattern,
  readText,
  readUrl,
} from './config-values.ts';
import type { Environment, Faults } from './config-values.ts';
import { readBrowserConfig, readWebConfig, type BrowserConfig, type WebConfig } from './config-web.ts';
import { StartupError } from './startup-error.ts';

/** All environment variables of the server; a test compares the documentation with this list. */
export const CONFIG_VARIABLES = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_POOL',
  'REDIS_URL',
  'COGNITO_USER_POOL_ID',
  'COGNITO_CLIENT_ID',
  'COGNITO_IDENTITY_POOL_ID',
  'COGNITO_ALLOW_GUEST',
  'COGNITO_ENDPOINT',
  'COGNITO_REFRESH_DAYS',
  'COGNITO_DOMAIN',
  'COGNITO_REDIRECT_SIGN_IN',
  'COGNITO_REDIRECT_SIGN_OUT',
  'COGNITO_RESPONSE_TYPE',
  'LOCAL_POOL',
  'LOCAL_POOL_ACCESS_SECONDS',
  'SMTP_URL',
  'MAIL_FROM',
  'LOCAL_MAILBOX',
  'OPERATOR_EMAIL',
  'WEB_PUSH',
  'PUSH_SERVICES',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'AWS_REGION',
  'VITE_API_HOST',
  'VITE_AVATAR_GATEWAY',
  'VITE_TOKEN_STORE',
  'RATE_LIMITS',
  'MAX_SOCKETS_PER_PERSON',
  'MAX_SOCKETS_PER_ADDRESS',
  'TEST_CLOCK',
  'MACHINES_SERVER',
  'PUBLIC_URL',
  'ALLOWED_ORIGINS',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'METRICS_TOKEN',
] as const;

export type StoreConfig =
  | { kind: 'embedded'; dataDir: string }
  | { kind: 'postgres'; url: string; connections: number };
export type AvatarsConfig =
  | { kind: 'local'; dir: string }
  | { kind: 's3'; bucket: string; endpoint: string | undefined; region: string };

export interface Config {
  production: boolean;
  /** Without a host: loopback in both families. Port 0 chooses a free one. */
  listen: { host: string | undefined; port: number };
  store: StoreConfig;
  redis: RedisConfig | undefined;
  identity: IdentityConfig;
  /** New reports are announced to this address. */
  operatorEmail: string | undefined;
  /** Whether people can be notified through the push services of their browsers. */
  webPush: boolean;
  /** Push services beside the known ones: hosts, or every name below one that begins with a dot. */
  pushServices: string[];
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

/** The environment, with `.env` of the working directory for variables that are not set. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

const FIRST_RUN =
  'To try it on this machine alone: LOCAL_POOL=1 LOCAL_MAILBOX=1 PUBLIC_URL=http://localhost:4567; the whole command is in README.md, "Run it with Docker".';

/** @throws StartupError with all faults in one line, and in a second one how to begin where nothing is set */
export function loadConfig(env: Environment): Config {
  const { found, faults } = collectFaults();
  const config = readConfig(env, faults);
  // Combinations are checked for valid values only, because others are reported already.
  if (found.length === 0) addCombinationFaults(config, faults);
  refuseFaults(found, isUnconfigured(config) ? `\n${FIRST_RUN}` : '');
  return config;
}

/** What scripts need that work on the store only: they run where the site's other settings are not. @throws StartupError */
export function loadStoreConfig(env: Environment): Pick<Config, 'store' | 'logLevel'> {
  const { found, faults } = collectFaults();
  const config = { store: readStoreConfig(env, faults), logLevel: readLogLevel(env, faults) };
  refuseFaults(found);
  return config;
}

function collectFaults(): { found: string[]; faults: Faults } {
  const found: string[] = [];
  return { found, faults: { add: (variable, fault) => found.push(`${variable}: ${fault}`) } };
}

function refuseFaults(found: readonly string[], advice = ''): void {
  if (found.length > 0) throw new StartupError(`Bad configuration: ${found.join('; ')}${advice}`);
}

function readConfig(env: Environment, faults: Faults): Config {
  const environment = readOneOf(env, 'NODE_ENV', { faults, values: ['development', 'production', 'test'] });
  const identity = readIdentityConfig(env, faults);
  const sockets = (name: string, fallback: number) =>
    readInteger(env, name, { faults, fallback, min: 1, max: 1_000_000 });
  return {
    production: environment === 'production',
    listen: {
      host: readText(env, 'HOST'),
      port: readInteger(env, 'PORT', { faults, fallback: 4567, min: 0, max: 65_535 }),
    },
    store: readStoreConfig(env, faults),
    redis: readRedisConfig(env, 'REDIS_URL', faults),
    identity,
    operatorEmail: readMailAddress(env, 'OPERATOR_EMAIL', faults),
    webPush: readOptionalFlag(env, 'WEB_PUSH', faults) ?? true,
    pushServices: readList(env, 'PUSH_SERVICES', {
      faults,
      isValid: (service) => PUSH_SERVICE.test(service),
      wanted: 'host names such as push.example.com or .example.com, separated by commas',
    }),
    avatars: readAvatarsConfig(env, faults),
    limits: {
      rateLimits: readOptionalFlag(env, 'RATE_LIMITS', faults) ?? true,
      socketsPerPerson: sockets('MAX_SOCKETS_PER_PERSON', 10),
      socketsPerAddress: sockets('MAX_SOCKETS_PER_ADDRESS', 1000),
    },
    clock: readFlag(env, 'TEST_CLOCK', faults) ? 'test' : 'system',
    machinesServer: readOptionalFlag(env, 'MACHINES_SERVER', faults) ?? identity.kind === 'local',
    web: readWebConfig(env, faults),
    browser: readBrowserConfig(env, faults),
    logLevel: readLogLevel(env, faults),
  };
}

/** A host name, with a port if it is not the usual one. */
const PUSH_SERVICE = /^\.?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/;

const readLogLevel = (env: Environment, faults: Faults) =>
  readOneOf(env, 'LOG_LEVEL', { faults, values: LOG_LEVELS }) ?? 'warn';

const readDataDir = (env: Environment) => resolve(readText(env, 'DATA_DIR') ?? '.data');

function readStoreConfig(env: Environment, faults: Faults): StoreConfig {
  // At least four: two are reserved, one is kept free of writes, and one is left for them.
  const connections = readInteger(env, 'DATABASE_POOL', { faults, fallback: 10, min: 4, max: 1000 });
  if (readText(env, 'DATABASE_URL') === undefined) return { kind: 'embedded', dataDir: readDataDir(env) };
  const address = readUrl(env, 'DATABASE_URL', { faults, protocols: ['postgres:', 'postgresql:'] });
  return { kind: 'postgres', url: address ?? '', connections };
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Other S3 providers have regions such as `auto`. */
const REGION_NAME = /^[a-z0-9-]{2,40}$/;

function readAvatarsConfig(env: Environment, faults: Faults): AvatarsConfig {
  const bucket = readPattern(env, 'S3_BUCKET', {
    faults,
    pattern: BUCKET,
    wanted: 'the name of a bucket, without s3://',
  });
  const endpoint = readUrl(env, 'S3_ENDPOINT', { faults, protocols: ['http:', 'https:'] });
  const region = readPattern(env, 'AWS_REGION', {
    faults,
    pattern: REGION_NAME,
    wanted: 'a region such as ap-south-1',
  });
  if (bucket !== undefined) return { kind: 's3', bucket, endpoint, region: region ?? REGION };
  if (endpoint !== undefined && readText(env, 'S3_BUCKET') === undefined)
    faults.add('S3_ENDPOINT', 'needs S3_BUCKET');
  return { kind: 'local', dir: join(readDataDir(env), 'avatars') };
}
