import { LOG_LEVELS } from '@cruddur/shared';
import { compile } from 'proxy-addr';
import * as z from 'zod';
import { parseRedisUrl } from './redis-address.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Sixty days: the token of a test stays valid when its clock passes a crud's longest life. */
export const LONGEST_ACCESS_SECONDS = 60 * 86_400;

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const ON = ['1', 'true', 'on', 'yes'];
const OFF = ['0', 'false', 'off', 'no'];
const flag = z.enum([...ON, ...OFF], { error: 'must be 1 or 0' }).transform((value) => ON.includes(value));

const integer = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

/** The same for sockets: the server's limit is far above. */
const sockets = integer(1, 1_000_000);

const pattern = (expected: RegExp, wanted: string) =>
  z.string().regex(expected, { error: `must be ${wanted}` });

const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    abort: true,
  });

/** The origin of a web address. A path would be ignored silently, so it is a fault. */
const origin = url('http:', 'https:')
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
    error: ({ input }) => `must be an origin such as ${originOf(input)}: the site works below no path`,
  })
  .transform(originOf);

function originOf(address: unknown): string {
  return new URL(String(address)).origin;
}

/** Values that are separated. */
const list = (separator: RegExp, isValid: (value: string) => boolean, wanted: string) =>
  z
    .string()
    .transform((value) => value.split(separator).filter((part) => part !== ''))
    .refine((values) => values.every(isValid), { error: `must be ${wanted}` });

/** A mail address, alone or as `Name <name@example.com>`, without line breaks, which would begin another header. */
const mailAddress = pattern(
  /^(?:[^<>"\r\n]+ <[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/,
  'an address such as Cruddur <no-reply@example.com>',
);

const redisAddress = z.string().transform((value, context) => {
  const parsed = parseRedisUrl(value);
  if (parsed) return parsed;
  context.addIssue(
    'must be redis://HOST or rediss://HOST, or of a cluster redis+cluster://HOST,HOST or rediss+cluster://HOST,HOST',
  );
  return z.NEVER;
});

/** A number above the real hops would let a visitor choose the address that limits count by. */
const MOST_PROXIES = 10;

/** Express's `trust proxy`: false, the number of proxies in front, or their addresses. */
const proxies = z.string().transform((value, context): false | number | string => {
  if (OFF.includes(value)) return false;
  if (ON.includes(value) && value !== '1') return 1;
  if (/^\d+$/.test(value)) {
    if (Number(value) > MOST_PROXIES) context.addIssue(`must be at most ${MOST_PROXIES} proxies`);
    return Number(value);
  }
  if (!areAddresses(value))
    context.addIssue('must be a number of proxies, or their addresses separated by commas');
  return value;
});

function areAddresses(value: string): boolean {
  try {
    compile(value.split(/\s*,\s*/));
    return true;
  } catch {
    return false;
  }
}

/** Addresses separated by commas, each exactly as the client will send it. */
const returnAddresses = list(
  /\s*,\s*/,
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !value.includes('#'),
  'addresses such as https://cruddur.example.com/, with commas between them',
);

const isDomain = (value: string) =>
  URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value;

/** All environment variables of the server, trimmed; an empty one counts as not set. */
const variables = {
  NODE_ENV: oneOf(['development', 'production', 'test']),
  HOST: z.string(),
  PORT: integer(0, 65_535),
  DATA_DIR: z.string(),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  // At least four: two are reserved, one is kept free of writes, and one is left for them.
  DATABASE_POOL: integer(4, 1000),
  REDIS_URL: redisAddress,
  COGNITO_USER_POOL_ID: z.string(),
  COGNITO_CLIENT_ID: z.string(),
  COGNITO_IDENTITY_POOL_ID: z.string().regex(/:/, { error: 'Invalid identity pool id provided.' }),
  COGNITO_ALLOW_GUEST: flag,
  COGNITO_ENDPOINT: origin,
  COGNITO_REFRESH_DAYS: integer(1, 3650),
  COGNITO_DOMAIN: z
    .string()
    .refine(isDomain, { error: 'must be a domain such as login.example.com, without https://' }),
  COGNITO_REDIRECT_SIGN_IN: returnAddresses,
  COGNITO_REDIRECT_SIGN_OUT: returnAddresses,
  COGNITO_RESPONSE_TYPE: oneOf(['code', 'token']),
  LOCAL_POOL: flag,
  LOCAL_POOL_ACCESS_SECONDS: integer(5, LONGEST_ACCESS_SECONDS),
  SMTP_URL: url('smtp:', 'smtps:').refine((value) => new URL(value).hostname !== '', {
    error: 'must name a host, as in smtp://localhost:1025',
  }),
  MAIL_FROM: mailAddress,
  LOCAL_MAILBOX: flag,
  OPERATOR_EMAIL: mailAddress,
  WEB_PUSH: flag,
  PUSH_SERVICES: list(
    /[\s,]+/,
    // A host name, with a port if it is not the usual one.
    (value) => /^\.?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/.test(value),
    'host names such as push.example.com or .example.com, separated by commas',
  ),
  S3_BUCKET: pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket, without s3://'),
  S3_ENDPOINT: url('http:', 'https:'),
  // Other S3 providers have regions such as `auto`.
  AWS_REGION: pattern(/^[a-z0-9-]{2,40}$/, 'a region such as ap-south-1'),
  VITE_API_HOST: origin,
  VITE_AVATAR_GATEWAY: origin,
  VITE_TOKEN_STORE: oneOf(['local', 'cookie']),
  RATE_LIMITS: flag,
  MAX_SOCKETS_PER_PERSON: sockets,
  MAX_SOCKETS_PER_ADDRESS: sockets,
  TEST_CLOCK: flag,
  MACHINES_SERVER: flag,
  PUBLIC_URL: origin,
  ALLOWED_ORIGINS: list(
    /[\s,]+/,
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'origins such as https://example.com, separated by commas',
  ),
  TRUST_PROXY: proxies,
  LOG_LEVEL: oneOf(LOG_LEVELS),
  METRICS_TOKEN: pattern(
    /^[\w.~+/=-]{16,256}$/,
    '16 to 256 characters of a bearer token (letters, digits and -._~+/=)',
  ),
};

type Variables = typeof variables;
export type VariableName = keyof Variables;
export type Values = { [Name in VariableName]?: z.output<Variables[Name]> };

/** A test compares the documentation with this list. */
export const CONFIG_VARIABLES = Object.keys(variables) as VariableName[];

export interface ReadVariables {
  /** The valid ones. */
  values: Values;
  /** The names of those that are set, valid or not. */
  given: ReadonlySet<string>;
  /** One line for each invalid value, to which combinations are added. */
  faults: string[];
}

/** Reads each variable by itself, so that all faults are reported together. */
export function readVariables(
  env: Environment,
  names: readonly VariableName[] = CONFIG_VARIABLES,
): ReadVariables {
  const read = { values: {} as Record<string, unknown>, given: new Set<string>(), faults: [] as string[] };
  for (const name of names) {
    const text = env[name]?.trim() ?? '';
    if (text === '') continue;
    read.given.add(name);
    const parsed = variables[name].safeParse(text);
    if (parsed.success) read.values[name] = parsed.data;
    else read.faults.push(...parsed.error.issues.map(({ message }) => `${name}: ${message}`));
  }
  return read;
}

const OF_COGNITO = [
  ...['COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID', 'COGNITO_IDENTITY_POOL_ID'],
  ...['COGNITO_DOMAIN', 'COGNITO_ENDPOINT'],
];

/** Whether anything of a Cognito pool is set. */
export const isCognito = (given: ReadonlySet<string>): boolean => OF_COGNITO.some((name) => given.has(name));
