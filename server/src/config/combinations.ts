import { isLoopbackHost, isLoopbackOrigin } from '@cruddur/shared';
import type { Config, IdentityConfig } from './config.ts';
import { isCognito, type ReadVariables } from './variables.ts';

/** `ap-south-1_AbCdEfGhI`: the region and a name. */
const POOL_ID = /^[a-z]{2}(-[a-z]+)+-\d_[A-Za-z0-9]+$/;
/** Of another implementation: `local_AbCdEfGhI`. */
const ANY_POOL_ID = /^[\w-]+_[A-Za-z0-9]+$/;

const REDIRECTS = ['COGNITO_REDIRECT_SIGN_IN', 'COGNITO_REDIRECT_SIGN_OUT'] as const;
const HOSTED = ['COGNITO_DOMAIN', ...REDIRECTS, 'COGNITO_RESPONSE_TYPE'] as const;

/** Settings that lack another one, reported together with invalid values. A fault needs a row in tests/unit/server/config/refused-settings.ts. */
export function findIncompleteFaults({ values, given }: ReadVariables): string[] {
  const faults: string[] = [];
  const isPartial = (names: readonly string[]) => {
    const count = names.filter((name) => given.has(name)).length;
    return count > 0 && count < names.length;
  };
  if (given.has('S3_ENDPOINT') && !given.has('S3_BUCKET')) faults.push('S3_ENDPOINT: needs S3_BUCKET');
  const isProduction = values.NODE_ENV === 'production';
  if (given.has('MAIL_FROM') && !given.has('SMTP_URL')) faults.push('MAIL_FROM: needs SMTP_URL');
  // Without a PUBLIC_URL the combinations report that one.
  const isLocal = values.PUBLIC_URL !== undefined && isLoopbackOrigin(values.PUBLIC_URL);
  if (isProduction && isLocal && values.SMTP_URL !== undefined && !given.has('MAIL_FROM'))
    faults.push('MAIL_FROM: must be set, because mail servers refuse the sender no-reply@localhost');
  if (!isCognito(given)) {
    if (isPartial(REDIRECTS)) faults.push(`${REDIRECTS.join(' and ')}: oauth param not configured.`);
    return faults;
  }
  const { COGNITO_USER_POOL_ID: pool, COGNITO_CLIENT_ID: client, COGNITO_ENDPOINT: endpoint } = values;
  if (pool === undefined || client === undefined)
    faults.push('COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID: Auth UserPool not configured.');
  const expected = endpoint !== undefined && !isProduction ? ANY_POOL_ID : POOL_ID;
  if (pool !== undefined && !expected.test(pool))
    faults.push('COGNITO_USER_POOL_ID: Invalid user pool id provided.');
  if (isPartial(HOSTED))
    faults.push(
      'COGNITO_DOMAIN, _REDIRECT_SIGN_IN, _REDIRECT_SIGN_OUT, _RESPONSE_TYPE: oauth param not configured.',
    );
  return faults;
}

/** Faults of values that are valid one by one. A fault needs a row in tests/unit/server/config/refused-settings.ts. */
export function findCombinationFaults(config: Config): string[] {
  return [
    ...findWebFaults(config),
    ...findTestClockFaults(config),
    ...findMailFaults(config),
    ...(config.production ? findProductionFaults(config) : []),
  ];
}

function findMailFaults({ identity, operatorEmail }: Config): string[] {
  const [smtp, hasMailbox] =
    identity.kind === 'local'
      ? [identity.mail.smtp, identity.mail.mailbox !== 'closed']
      : [identity.smtp, false];
  return operatorEmail !== undefined && !smtp && !hasMailbox ? ['OPERATOR_EMAIL: needs SMTP_URL'] : [];
}

/** Every visitor may advance the test clock, and text that expires by it is deleted. */
function findTestClockFaults({ clock, production, web }: Config): string[] {
  if (clock === 'system') return [];
  if (production) return ['TEST_CLOCK: is refused in production'];
  return web.isForThisMachine
    ? []
    : ['TEST_CLOCK: is refused with a HOST or PUBLIC_URL beyond loopback, and with TRUST_PROXY'];
}

function findProductionFaults({ identity, limits, listen, redis, store, web }: Config): string[] {
  const publicSetting = findPublicSetting({ identity, listen, web });
  const { publicUrl } = web;
  return [
    isWithoutPool(identity) &&
      'COGNITO_USER_POOL_ID: is not set and the local pool is for development; set LOCAL_POOL=1 to run it in production all the same',
    identity.kind === 'local' &&
      !limits.rateLimits &&
      'RATE_LIMITS: must stay on in production: without limits passwords and codes can be guessed',
    publicUrl === undefined &&
      publicSetting !== undefined &&
      `PUBLIC_URL: must be set to the address of the site, because ${publicSetting}`,
    publicUrl?.startsWith('http:') &&
      !isLoopbackOrigin(publicUrl) &&
      'PUBLIC_URL: must start with https:// in production',
    redis &&
      store.kind === 'embedded' &&
      'REDIS_URL: needs DATABASE_URL: gateways that share Redis must share their store',
  ].filter((fault) => typeof fault === 'string');
}

const isWithoutPool = (identity: IdentityConfig) => identity.kind === 'local' && !identity.isForProduction;

/** Whether only the image of the container has set anything: where it listens, and that it is for production. */
export const isUnconfigured = ({ identity, listen, production, web }: Config): boolean =>
  production && isWithoutPool(identity) && web.publicUrl === undefined && !isLoopbackHost(listen.host);

/** The setting that shows that the site is reached beyond loopback. */
function findPublicSetting({
  identity,
  listen,
  web,
}: Pick<Config, 'identity' | 'listen' | 'web'>): string | undefined {
  if (!isLoopbackHost(listen.host)) return 'HOST leads beyond loopback';
  if (isProxied(web)) return 'TRUST_PROXY expects a proxy';
  if (identity.kind === 'local' && identity.mail.smtp) return 'SMTP_URL sends mails from its host';
  return undefined;
}

/** Whether headers of a proxy are trusted. */
export const isProxied = ({ trustProxy }: Pick<Config['web'], 'trustProxy'>): boolean =>
  trustProxy !== false && trustProxy !== 0;

function findWebFaults({ avatars, browser, web }: Config): string[] {
  const isSecure = web.publicUrl?.startsWith('https:') ?? false;
  const endpoints = {
    S3_ENDPOINT: avatars.kind === 's3' ? avatars.endpoint : undefined,
    VITE_API_HOST: browser.apiHost,
    VITE_AVATAR_GATEWAY: browser.avatarGateway,
  };
  const faults = Object.entries(endpoints)
    .filter(([, address]) => isSecure && address?.startsWith('http:') && !isLoopbackOrigin(address))
    .map(([name]) => `${name}: must start with https://, because browsers let no https page call http`);
  if (browser.tokenStore === 'cookie' && !isSecure && !isLoopbackOrigin(web.publicUrl))
    faults.push('VITE_TOKEN_STORE: cookie needs a PUBLIC_URL that starts with https://');
  return faults;
}
