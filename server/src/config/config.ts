import type { MailboxAccess } from '@cruddur/local-pool';
import type { LogLevel } from '@cruddur/shared';
import type { RedisConfig } from './redis-address.ts';

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
