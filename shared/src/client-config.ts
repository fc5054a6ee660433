import { LOG_LEVELS, REGION, type LogLevel } from './limits.ts';

/** The id of the `application/json` block in index.html with which the server overrides the build's settings. */
export const CLIENT_CONFIG_ID = 'cruddur-config';

/** The one Trusted Types policy that a page may create: it accepts the service worker's URL as a script and no other. */
export const WORKER_POLICY = 'cruddur-worker';

/** The client's settings; one build serves every environment. */
export interface ClientConfig {
  /** Origin of API and gateway; empty means the page's own. */
  api_host: string;
  /** Origin of the avatar upload call; empty means the page's own. */
  avatar_gateway: string;
  token_store: 'local' | 'cookie';
  log_level: LogLevel;
  region: string;
  user_pool_id: string;
  user_pool_client_id: string;
  /** Path or URL of the user pool's endpoint; empty means Amazon's. A path is relative to the page's origin. */
  user_pool_endpoint: string;
  identity_pool_id: string;
  identity_pool_endpoint: string;
  allow_guest: boolean;
  /** Hosted sign-in: a domain, or with the local pool a path of this site. Redirects are one or more URLs, separated by commas. */
  oauth_domain: string;
  oauth_redirect_sign_in: string;
  oauth_redirect_sign_out: string;
  oauth_response_type: string;
  local_pool: boolean;
  /** True when `/local/mail` shows the mails with codes, so that pages link to it. */
  local_mailbox: boolean;
  /** False when `GET /api/machines` is switched off, so that clients do not call it. */
  machines_server: boolean;
  /** Of the server, for the page About; empty where unknown. */
  version: string;
  commit: string;
}

const DEFAULTS: ClientConfig = {
  api_host: '',
  avatar_gateway: '',
  token_store: 'local',
  log_level: 'warn',
  region: REGION,
  user_pool_id: '',
  user_pool_client_id: '',
  user_pool_endpoint: '',
  identity_pool_id: '',
  identity_pool_endpoint: '',
  allow_guest: false,
  oauth_domain: '',
  oauth_redirect_sign_in: '',
  oauth_redirect_sign_out: '',
  oauth_response_type: '',
  local_pool: false,
  local_mailbox: false,
  machines_server: true,
  version: '',
  commit: '',
};

const CHOICES: Partial<Record<string, readonly unknown[]>> = {
  token_store: ['local', 'cookie'] satisfies ClientConfig['token_store'][],
  log_level: LOG_LEVELS,
};

/** The names of all settings. */
export const CLIENT_CONFIG_NAMES: readonly string[] = Object.keys(DEFAULTS);

/**
 * Fills in defaults and drops unknown settings. Without a schema, because every page parses its settings and few need the
 * schema library for anything else. @throws {TypeError} names a setting of the wrong type
 */
export function parseClientConfig(given: Readonly<Record<string, unknown>>): ClientConfig {
  const settings = Object.entries(DEFAULTS).map(([name, fallback]: [string, unknown]) => {
    const value = given[name] === undefined ? fallback : given[name];
    const isValid = CHOICES[name]?.includes(value) ?? typeof value === typeof fallback;
    if (!isValid) throw new TypeError(`The setting ${name} cannot be ${JSON.stringify(value)}`);
    return [name, value];
  });
  return Object.fromEntries(settings) as ClientConfig;
}
