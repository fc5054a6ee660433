import type { Environment, Faults } from './config-values.ts';
import { readMailConfig, readSmtpConfig, type MailConfig, type SmtpConfig } from './config-mail.ts';
import { readFlag, readInteger, isProduction, readOneOf, readOrigin, readText } from './config-values.ts';

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

/** Sixty days: the token of a test stays valid when its clock passes a crud's longest life. */
export const LONGEST_ACCESS_SECONDS = 60 * 86_400;

/** `ap-south-1_AbCdEfGhI`: the region and a name. */
const POOL_ID = /^[a-z]{2}(-[a-z]+)+-\d_[A-Za-z0-9]+$/;
/** Of another implementation: `local_AbCdEfGhI`. */
const ANY_POOL_ID = /^[\w-]+_[A-Za-z0-9]+$/;

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

export type IdentityConfig = LocalIdentity | CognitoIdentity;

/** Amazon Cognito as soon as a user pool or client is named, the local pool otherwise. */
export function readIdentityConfig(env: Environment, faults: Faults): IdentityConfig {
  const userPoolId = readText(env, 'COGNITO_USER_POOL_ID');
  const clientId = readText(env, 'COGNITO_CLIENT_ID');
  const endpoint = readOrigin(env, 'COGNITO_ENDPOINT', faults);
  const others = [readText(env, 'COGNITO_IDENTITY_POOL_ID'), readText(env, 'COGNITO_DOMAIN'), endpoint];
  if ([userPoolId, clientId, ...others].every((value) => value === undefined))
    return readLocalPool(env, faults);

  if (userPoolId === undefined || clientId === undefined) {
    faults.add('COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID', 'Auth UserPool not configured.');
  }
  const poolId = endpoint !== undefined && !isProduction(env) ? ANY_POOL_ID : POOL_ID;
  if (userPoolId !== undefined && !poolId.test(userPoolId)) {
    faults.add('COGNITO_USER_POOL_ID', 'Invalid user pool id provided.');
  }
  const identityPoolId = readText(env, 'COGNITO_IDENTITY_POOL_ID');
  if (identityPoolId !== undefined && !identityPoolId.includes(':')) {
    faults.add('COGNITO_IDENTITY_POOL_ID', 'Invalid identity pool id provided.');
  }
  return {
    kind: 'cognito',
    endpoint,
    // The region is the part of a pool's id before the underscore.
    region: userPoolId?.split('_')[0] ?? '',
    userPoolId: userPoolId ?? '',
    clientId: clientId ?? '',
    identityPoolId,
    allowGuest: readFlag(env, 'COGNITO_ALLOW_GUEST', faults),
    refreshDays: readInteger(env, 'COGNITO_REFRESH_DAYS', { faults, fallback: 30, min: 1, max: 3650 }),
    oauth: readHostedSignIn(env, faults),
    smtp: readText(env, 'OPERATOR_EMAIL') === undefined ? undefined : readSmtpConfig(env, faults),
  };
}

function readLocalPool(env: Environment, faults: Faults): LocalIdentity {
  return {
    kind: 'local',
    isForProduction: readFlag(env, 'LOCAL_POOL', faults),
    accessSeconds: readInteger(env, 'LOCAL_POOL_ACCESS_SECONDS', {
      faults,
      fallback: 3600,
      min: 5,
      max: LONGEST_ACCESS_SECONDS,
    }),
    allowGuest: readFlag(env, 'COGNITO_ALLOW_GUEST', faults),
    hosted: readLocalHosted(env, faults),
    mail: readMailConfig(env, faults),
  };
}

const REDIRECTS = ['COGNITO_REDIRECT_SIGN_IN', 'COGNITO_REDIRECT_SIGN_OUT'] as const;

/** The local pool needs no domain, only the redirects. */
function readLocalHosted(env: Environment, faults: Faults): HostedRedirects | undefined {
  const given = REDIRECTS.filter((name) => readText(env, name) !== undefined);
  if (given.length === 0) return undefined;
  if (given.length < REDIRECTS.length) faults.add(REDIRECTS.join(' and '), 'oauth param not configured.');
  return readRedirects(env, faults);
}

function readHostedSignIn(env: Environment, faults: Faults): HostedSignIn | undefined {
  const domain = readText(env, 'COGNITO_DOMAIN');
  const names = ['COGNITO_DOMAIN', ...REDIRECTS, 'COGNITO_RESPONSE_TYPE'];
  const given = names.filter((name) => readText(env, name) !== undefined);
  if (given.length === 0) return undefined;

  if (given.length < names.length) {
    faults.add(
      'COGNITO_DOMAIN, _REDIRECT_SIGN_IN, _REDIRECT_SIGN_OUT, _RESPONSE_TYPE',
      'oauth param not configured.',
    );
  }
  if (domain && (!URL.canParse(`https://${domain}`) || new URL(`https://${domain}`).host !== domain)) {
    faults.add('COGNITO_DOMAIN', 'must be a domain such as login.example.com, without https://');
  }
  return { domain: domain ?? '', ...readRedirects(env, faults) };
}

function readRedirects(env: Environment, faults: Faults): HostedRedirects {
  const [signIn, signOut] = REDIRECTS.map((name) => readReturnAddresses(env, name, faults));
  const responseType = readOneOf(env, 'COGNITO_RESPONSE_TYPE', { faults, values: ['code', 'token'] });
  return { signIn: signIn ?? [], signOut: signOut ?? [], responseType: responseType ?? 'code' };
}

/** Addresses separated by commas, each exactly as the client will send it. */
function readReturnAddresses(env: Environment, name: string, faults: Faults): string[] {
  const listed = (readText(env, name) ?? '').split(',').map((address) => address.trim());
  const given = listed.filter((address) => address !== '');
  if (!given.every(isReturnAddress)) {
    faults.add(name, 'must be addresses such as https://cruddur.example.com/, with commas between them');
  }
  return given;
}

function isReturnAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && !address.includes('#');
}
