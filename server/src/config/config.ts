import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MailboxAccess } from '@cruddur/local-pool';
import { isLoopbackHost, isLoopbackOrigin, REGION, type LogLevel } from '@cruddur/shared';
import { StartupError } from '../startup-error.ts';
import { findCombinationFaults, findIncompleteFaults, isUnconfigured } from './combinations.ts';
import type { RedisConfig } from './redis-address.ts';
import { isCognito, readVariables, type Environment, type Values } from './variables.ts';

export type StoreConfig =
  | { kind: 'embedded'; dataDir: string }
  | { kind: 'postgres'; url: string; connections: number };
export type AvatarsConfig =
  | { kind: 'local'; dir: string }
  | { kind: 's3'; bucket: string; endpoint: string | undefined; region: string };

export interface SmtpConfig {
  /** `smtp://user:password@host:port` */
  url: string;
  /** The sender, `Cruddur <no-reply@cruddur.example>`. */
  from: string;
}

export interface MailConfig {
  /** The mail server. When it is set, the mailbox stores nothing. */
  smtp: SmtpConfig | undefined;
  mailbox: MailboxAccess;
}

/** The exact redirect addresses of the hosted login pages, and the response type. */
export interface HostedRedirects {
  signIn: string[];
  signOut: string[];
  responseType: 'code' | 'token';
}

/** The hosted login pages of a pool. */
export interface HostedSignIn extends HostedRedirects {
  domain: string;
}

export interface LocalIdentity {
  kind: 'local';
  /** Whether LOCAL_POOL allows it in production. */
  isForProduction: boolean;
  /** The life of an access token, in seconds. */
  accessSeconds: number;
  /** How codes are delivered. */
  mail: MailConfig;
  /** The redirects of the local hosted sign-in, which is off without them. */
  hosted: HostedRedirects | undefined;
  allowGuest: boolean;
}

export interface CognitoIdentity {
  kind: 'cognito';
  /** Origin of another implementation, for server and browsers; undefined for Amazon's. */
  endpoint: string | undefined;
  region: string;
  userPoolId: string;
  clientId: string;
  identityPoolId: string | undefined;
  allowGuest: boolean;
  /** The life of the app client's refresh tokens. */
  refreshDays: number;
  oauth: HostedSignIn | undefined;
  /** For mails to the operators; Amazon delivers the codes. */
  smtp: SmtpConfig | undefined;
}

export type IdentityConfig = LocalIdentity | CognitoIdentity;

export interface WebConfig {
  /** The public origin, when it is not the address on which the program listens: `https://cruddur.example`. */
  publicUrl: string | undefined;
  /** Origins besides the site's own that may call the API and open sockets. */
  allowedOrigins: readonly string[];
  /** Express's `trust proxy`: false, the number of proxies in front, or their addresses. */
  trustProxy: false | number | string;
  /** The bearer token with which `/metrics` may be read; without it only `isForThisMachine` opens it. */
  metricsToken: string | undefined;
  /**
   * Whether the settings name no way to the program from beyond this machine. Only then may a request from this machine read what
   * is not for visitors: elsewhere it may be a proxy's, and a proxy need not add a header.
   */
  isForThisMachine: boolean;
}

/** Settings that pages pass to the client; undefined keeps the build's value. */
export interface BrowserConfig {
  apiHost: string | undefined;
  avatarGateway: string | undefined;
  tokenStore: 'local' | 'cookie' | undefined;
}

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
  const read = readVariables(env);
  const config = toConfig(read.values, read.given);
  const faults = [...read.faults, ...findIncompleteFaults(read)];
  // Combinations are checked for valid values only, because others are reported already.
  if (faults.length === 0) faults.push(...findCombinationFaults(config));
  refuseFaults(faults, isUnconfigured(config) ? `\n${FIRST_RUN}` : '');
  return config;
}

/** What scripts need that work on the store only: they run where the site's other settings are not. @throws StartupError */
export function loadStoreConfig(env: Environment): Pick<Config, 'store' | 'logLevel'> {
  const { values, faults } = readVariables(env, ['DATA_DIR', 'DATABASE_URL', 'DATABASE_POOL', 'LOG_LEVEL']);
  refuseFaults(faults);
  return { store: toStoreConfig(values), logLevel: values.LOG_LEVEL ?? 'warn' };
}

function refuseFaults(faults: readonly string[], advice = ''): void {
  if (faults.length > 0) throw new StartupError(`Bad configuration: ${faults.join('; ')}${advice}`);
}

function toConfig(values: Values, given: ReadonlySet<string>): Config {
  const production = values.NODE_ENV === 'production';
  const identity = toIdentityConfig(values, given);
  return {
    production,
    listen: { host: values.HOST, port: values.PORT ?? 4567 },
    store: toStoreConfig(values),
    redis: values.REDIS_URL,
    identity,
    operatorEmail: values.OPERATOR_EMAIL,
    webPush: values.WEB_PUSH ?? true,
    pushServices: values.PUSH_SERVICES ?? [],
    avatars: toAvatarsConfig(values),
    limits: {
      rateLimits: values.RATE_LIMITS ?? true,
      socketsPerPerson: values.MAX_SOCKETS_PER_PERSON ?? 10,
      socketsPerAddress: values.MAX_SOCKETS_PER_ADDRESS ?? 1000,
    },
    clock: values.TEST_CLOCK ? 'test' : 'system',
    machinesServer: values.MACHINES_SERVER ?? identity.kind === 'local',
    web: {
      publicUrl: values.PUBLIC_URL,
      allowedOrigins: values.ALLOWED_ORIGINS ?? [],
      trustProxy: values.TRUST_PROXY ?? false,
      metricsToken: values.METRICS_TOKEN,
      isForThisMachine: isForThisMachine(values),
    },
    browser: {
      apiHost: values.VITE_API_HOST,
      avatarGateway: values.VITE_AVATAR_GATEWAY,
      tokenStore: values.VITE_TOKEN_STORE,
    },
    logLevel: values.LOG_LEVEL ?? 'warn',
  };
}

const isForThisMachine = ({ NODE_ENV, HOST, PUBLIC_URL, TRUST_PROXY = false }: Values): boolean =>
  NODE_ENV !== 'production' && isLoopbackHost(HOST) && isLoopbackOrigin(PUBLIC_URL) && TRUST_PROXY === false;

const dataDirOf = ({ DATA_DIR }: Values) => resolve(DATA_DIR ?? '.data');

function toStoreConfig(values: Values): StoreConfig {
  const { DATABASE_URL: url, DATABASE_POOL: connections = 10 } = values;
  return url === undefined
    ? { kind: 'embedded', dataDir: dataDirOf(values) }
    : { kind: 'postgres', url, connections };
}

function toAvatarsConfig(values: Values): AvatarsConfig {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, AWS_REGION: region = REGION } = values;
  return bucket === undefined
    ? { kind: 'local', dir: join(dataDirOf(values), 'avatars') }
    : { kind: 's3', bucket, endpoint, region };
}

/** Amazon Cognito as soon as anything of a pool is named, the local pool otherwise. */
function toIdentityConfig(values: Values, given: ReadonlySet<string>): IdentityConfig {
  const smtp = toSmtpConfig(values);
  const allowGuest = values.COGNITO_ALLOW_GUEST ?? false;
  const redirects: HostedRedirects = {
    signIn: values.COGNITO_REDIRECT_SIGN_IN ?? [],
    signOut: values.COGNITO_REDIRECT_SIGN_OUT ?? [],
    responseType: values.COGNITO_RESPONSE_TYPE ?? 'code',
  };
  const hasRedirects = given.has('COGNITO_REDIRECT_SIGN_IN') || given.has('COGNITO_REDIRECT_SIGN_OUT');
  if (!isCognito(given)) {
    const isOpen = values.LOCAL_MAILBOX;
    const byDefault = isForThisMachine(values) ? 'loopback' : 'closed';
    return {
      kind: 'local',
      isForProduction: values.LOCAL_POOL ?? false,
      accessSeconds: values.LOCAL_POOL_ACCESS_SECONDS ?? 3600,
      allowGuest,
      hosted: hasRedirects ? redirects : undefined,
      mail: { smtp, mailbox: isOpen === undefined ? byDefault : isOpen ? 'open' : 'closed' },
    };
  }
  const { COGNITO_USER_POOL_ID: userPoolId = '', COGNITO_DOMAIN: domain = '' } = values;
  return {
    kind: 'cognito',
    endpoint: values.COGNITO_ENDPOINT,
    // The region is the part of a pool's id before the underscore.
    region: userPoolId.split('_')[0] ?? '',
    userPoolId,
    clientId: values.COGNITO_CLIENT_ID ?? '',
    identityPoolId: values.COGNITO_IDENTITY_POOL_ID,
    allowGuest,
    refreshDays: values.COGNITO_REFRESH_DAYS ?? 30,
    oauth: hasRedirects || domain !== '' ? { domain, ...redirects } : undefined,
    smtp: values.OPERATOR_EMAIL === undefined ? undefined : smtp,
  };
}

function toSmtpConfig({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL }: Values): SmtpConfig | undefined {
  if (url === undefined) return undefined;
  const host = PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname;
  return { url, from: from ?? `Cruddur <no-reply@${host}>` };
}
