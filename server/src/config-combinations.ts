import { isLoopbackHost, isLoopbackOrigin } from '@cruddur/shared';
import type { IdentityConfig } from './config-identity.ts';
import type { RedisConfig } from './config-redis.ts';
import type { Faults } from './config-values.ts';
import { isProxied, type BrowserConfig, type WebConfig } from './config-web.ts';

/** The parts of the configuration that are compared with each other. */
interface Combined {
  production: boolean;
  listen: { host: string | undefined };
  store: { kind: 'embedded' | 'postgres' };
  redis: RedisConfig | undefined;
  identity: IdentityConfig;
  operatorEmail: string | undefined;
  avatars: { kind: 'local' } | { kind: 's3'; endpoint: string | undefined };
  limits: { rateLimits: boolean };
  clock: 'system' | 'test';
  web: WebConfig;
  browser: BrowserConfig;
}

/** Adds faults of values that are valid one by one. Each fault has a row in docs/operations/configuration.md. */
export function addCombinationFaults(config: Combined, faults: Faults): void {
  addWebFaults(config, faults);
  addTestClockFaults(config, faults);
  addMailFaults(config, faults);
  if (config.production) addProductionFaults(config, faults);
}

function addMailFaults({ identity, operatorEmail }: Combined, faults: Faults): void {
  const [smtp, hasMailbox] =
    identity.kind === 'local'
      ? [identity.mail.smtp, identity.mail.mailbox !== 'closed']
      : [identity.smtp, false];
  if (operatorEmail !== undefined && !smtp && !hasMailbox) faults.add('OPERATOR_EMAIL', 'needs SMTP_URL');
}

/** Every visitor may advance the test clock, and text that expires by it is deleted. */
function addTestClockFaults({ clock, production, web }: Combined, faults: Faults): void {
  if (clock === 'system') return;
  if (production) faults.add('TEST_CLOCK', 'is refused in production');
  else if (!web.isForThisMachine) {
    faults.add('TEST_CLOCK', 'is refused with a HOST or PUBLIC_URL beyond loopback, and with TRUST_PROXY');
  }
}

function addProductionFaults(
  { identity, limits, listen, redis, store, web }: Combined,
  faults: Faults,
): void {
  if (isWithoutPool(identity)) {
    faults.add(
      'COGNITO_USER_POOL_ID',
      'is not set and the local pool is for development; set LOCAL_POOL=1 to run it in production all the same',
    );
  }
  if (identity.kind === 'local' && !limits.rateLimits) {
    faults.add(
      'RATE_LIMITS',
      'must stay on in production: without limits passwords and codes can be guessed',
    );
  }
  const publicSetting = findPublicSetting({ identity, listen, web });
  if (web.publicUrl === undefined && publicSetting !== undefined) {
    faults.add('PUBLIC_URL', `must be set to the address of the site, because ${publicSetting}`);
  }
  if (web.publicUrl?.startsWith('http:') && !isLoopbackOrigin(web.publicUrl)) {
    faults.add('PUBLIC_URL', 'must start with https:// in production');
  }
  if (redis && store.kind === 'embedded') {
    faults.add('REDIS_URL', 'needs DATABASE_URL: gateways that share Redis must share their store');
  }
}

const isWithoutPool = (identity: IdentityConfig) => identity.kind === 'local' && !identity.isForProduction;

/** Whether only the image of the container has set anything: where it listens, and that it is for production. */
export const isUnconfigured = ({ identity, listen, production, web }: Combined): boolean =>
  production && isWithoutPool(identity) && web.publicUrl === undefined && !isLoopbackHost(listen.host);

/** The setting that shows that the site is reached beyond loopback. */
function findPublicSetting({
  identity,
  listen,
  web,
}: Pick<Combined, 'identity' | 'listen' | 'web'>): string | undefined {
  if (!isLoopbackHost(listen.host)) return 'HOST leads beyond loopback';
  if (isProxied(web)) return 'TRUST_PROXY expects a proxy';
  if (identity.kind === 'local' && identity.mail.smtp) return 'SMTP_URL sends mails from its host';
  return undefined;
}

function addWebFaults({ avatars, browser, web }: Combined, faults: Faults): void {
  const isSecure = web.publicUrl?.startsWith('https:') ?? false;
  const endpoints = {
    S3_ENDPOINT: avatars.kind === 's3' ? avatars.endpoint : undefined,
    VITE_API_HOST: browser.apiHost,
    VITE_AVATAR_GATEWAY: browser.avatarGateway,
  };
  for (const [name, address] of Object.entries(endpoints)) {
    if (isSecure && address?.startsWith('http:') && !isLoopbackOrigin(address)) {
      faults.add(name, 'must start with https://, because browsers let no https page call http');
    }
  }
  if (browser.tokenStore === 'cookie' && !isSecure && !isLoopbackOrigin(web.publicUrl)) {
    faults.add('VITE_TOKEN_STORE', 'cookie needs a PUBLIC_URL that starts with https://');
  }
}
