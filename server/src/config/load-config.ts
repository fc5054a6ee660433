import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopbackHost, isLoopbackOrigin, REGION } from '@cruddur/shared';
import { findCombinationFaults, findIncompleteFaults, isUnconfigured } from './combinations.ts';
import type {
  StoreConfig,
  AvatarsConfig,
  SmtpConfig,
  HostedRedirects,
  IdentityConfig,
  Config,
} from './config.ts';
import { isCognito, readVariables, type Environment, type Values } from './variables.ts';
import { StartupError } from './startup-error.ts';

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
