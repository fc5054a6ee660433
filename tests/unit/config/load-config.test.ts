import { describe, expect, test } from 'vitest';
import { CONFIG_VARIABLES, loadConfig } from '../../../server/src/config.ts';

const pool = { COGNITO_USER_POOL_ID: 'eu-west-1_Abc123', COGNITO_CLIENT_ID: 'client' };

const hosted = {
  COGNITO_DOMAIN: 'login.example',
  COGNITO_REDIRECT_SIGN_IN: 'https://cruddur.example/',
  COGNITO_REDIRECT_SIGN_OUT: 'https://cruddur.example/',
  COGNITO_RESPONSE_TYPE: 'code',
};

describe('the environment', () => {
  test('[START-3] without any variable everything is embedded', () => {
    expect(loadConfig({})).toMatchObject({
      production: false,
      listen: { host: undefined, port: 4567 },
      store: { kind: 'embedded', dataDir: expect.stringMatching(/\.data$/) as string },
      redis: undefined,
      identity: { kind: 'local', accessSeconds: 3600 },
      avatars: { kind: 'local' },
      limits: { rateLimits: true, socketsPerPerson: 10, socketsPerAddress: 1000 },
      clock: 'system',
      machinesServer: true,
      logLevel: 'warn',
    });
  });

  test('[START-3] each variable selects its external service', () => {
    const config = loadConfig({
      ...pool,
      DATABASE_URL: 'postgres://db/cruddur',
      REDIS_URL: 'redis://cache:6379',
      S3_BUCKET: 'pictures',
      PORT: '0',
      RATE_LIMITS: 'off',
      ALLOWED_ORIGINS: 'https://a.example, https://b.example',
      PUBLIC_URL: 'https://cruddur.example/',
    });
    expect(config).toMatchObject({
      listen: { port: 0 },
      store: { kind: 'postgres', url: 'postgres://db/cruddur', connections: 10 },
      redis: { kind: 'server', urls: ['redis://cache:6379'] },
      identity: { kind: 'cognito', region: 'eu-west-1', allowGuest: false, oauth: undefined },
      avatars: { kind: 's3', bucket: 'pictures', region: 'ap-south-1' },
      limits: { rateLimits: false },
      machinesServer: false,
      web: {
        publicUrl: 'https://cruddur.example',
        allowedOrigins: ['https://a.example', 'https://b.example'],
      },
    });
  });

  test('[START-3] DATABASE_POOL is the number of connections, at least four', () => {
    const store = (DATABASE_POOL: string) =>
      loadConfig({ DATABASE_URL: 'postgres://db/cruddur', DATABASE_POOL }).store;
    expect(store('40')).toMatchObject({ connections: 40 });
    for (const wrong of ['3', '-1', 'many', '1001']) expect(() => store(wrong)).toThrow('DATABASE_POOL');
  });

  test('[START-3] an empty variable counts as unset', () => {
    const empty = Object.fromEntries(CONFIG_VARIABLES.map((name) => [name, '']));
    expect(loadConfig(empty)).toEqual(loadConfig({}));
  });
});

describe('errors of the environment', () => {
  test('[START-4] all errors are reported at once, in one line, with exit code 78', () => {
    const wrong = {
      PORT: '70000',
      LOG_LEVEL: 'loud',
      REDIS_URL: 'cache:6379',
      ALLOWED_ORIGINS: 'https://a.example/path',
    };
    const fault = faultOf(wrong);
    expect(fault).toMatchObject({ exitCode: 78, message: expect.not.stringContaining('\n') as string });
    for (const name of Object.keys(wrong))
      expect(fault).toHaveProperty('message', expect.stringContaining(`${name}: `));
  });

  test('[START-4] all errors of a hosted sign-in are reported together', () => {
    const fault = faultOf({
      COGNITO_USER_POOL_ID: 'abc',
      COGNITO_DOMAIN: 'https://login.example',
      COGNITO_RESPONSE_TYPE: 'both',
    });
    for (const text of [
      'Auth UserPool',
      'Invalid user pool id',
      'oauth param',
      'must be a domain',
      'one of code',
    ])
      expect(fault).toHaveProperty('message', expect.stringContaining(text));
  });

  test.each([
    ['the local pool in production', { NODE_ENV: 'production' }, 'set LOCAL_POOL=1'],
    [
      'the test clock in production',
      { ...pool, NODE_ENV: 'production', TEST_CLOCK: '1' },
      'refused in production',
    ],
    ['a pool without its client', { COGNITO_USER_POOL_ID: 'eu-west-1_Abc' }, 'Auth UserPool not configured.'],
    ['a client without its pool', { COGNITO_CLIENT_ID: 'client' }, 'Auth UserPool not configured.'],
    [
      'a pool id without underscore',
      { ...pool, COGNITO_USER_POOL_ID: 'abc' },
      'Invalid user pool id provided.',
    ],
    [
      'a pool id without a region',
      { ...pool, COGNITO_USER_POOL_ID: 'pool_abc' },
      'Invalid user pool id provided.',
    ],
    [
      'an identity pool id without colon',
      { ...pool, COGNITO_IDENTITY_POOL_ID: 'abc' },
      'Invalid identity pool id provided.',
    ],
    [
      'an incomplete hosted sign-in',
      { ...pool, COGNITO_DOMAIN: 'login.example' },
      'oauth param not configured.',
    ],
    [
      'a hosted sign-in whose domain is an address',
      { ...pool, ...hosted, COGNITO_DOMAIN: 'https://login.example' },
      'COGNITO_DOMAIN: must be a domain',
    ],
    [
      'a hosted sign-in of an unknown kind',
      { ...pool, ...hosted, COGNITO_RESPONSE_TYPE: 'both' },
      'COGNITO_RESPONSE_TYPE: must be one of code, token',
    ],
    [
      'a hosted sign-in of the local pool without a sign-out redirect',
      { COGNITO_REDIRECT_SIGN_IN: 'http://localhost:4567/' },
      'oauth param not configured.',
    ],
    [
      'a redirect that is no web address',
      { ...pool, ...hosted, COGNITO_REDIRECT_SIGN_IN: 'https://cruddur.example/, myapp://home' },
      'COGNITO_REDIRECT_SIGN_IN: must be addresses',
    ],
    ['an S3 endpoint without a bucket', { S3_ENDPOINT: 'http://minio:9000' }, 'needs S3_BUCKET'],
    [
      'a proxy that is neither number nor address',
      { TRUST_PROXY: 'nginx' },
      'TRUST_PROXY: must be a number of proxies',
    ],
    [
      'an address of another kind',
      { SMTP_URL: 'mail' },
      'SMTP_URL: must be an address that starts with smtp:// or smtps://',
    ],
    [
      'a malformed number',
      { MAX_SOCKETS_PER_PERSON: '1e3' },
      'MAX_SOCKETS_PER_PERSON: must be a whole number',
    ],
  ])('[START-4] %s is refused', (_, env, text) => {
    expect(faultOf(env)).toHaveProperty('message', expect.stringContaining(text));
  });

  test('[START-4] the local pool in production is allowed on request', () => {
    expect(loadConfig({ NODE_ENV: 'production', LOCAL_POOL: '1' }).identity.kind).toBe('local');
  });
});

function faultOf(env: Record<string, string>): unknown {
  try {
    return loadConfig(env);
  } catch (fault) {
    return fault;
  }
}
