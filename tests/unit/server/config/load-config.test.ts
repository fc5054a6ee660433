import { expect, test } from 'vitest';
import { loadConfig } from '../../../../server/src/config/load-config.ts';
import { CONFIG_VARIABLES } from '../../../../server/src/config/variables.ts';

const pool = { COGNITO_USER_POOL_ID: 'eu-west-1_Abc123', COGNITO_CLIENT_ID: 'client' };

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

test('[START-30] a container without settings says in one line what is missing, in another what to set to try it', () => {
  const image = { NODE_ENV: 'production', HOST: '0.0.0.0' };
  const refusalOf = (env: Record<string, string>) => {
    try {
      return loadConfig({ ...image, ...env });
    } catch (refusal) {
      return (refusal as Error).message.split('\n');
    }
  };
  const [missing, settings = '', ...others] = refusalOf({}) as string[];
  expect(missing).toMatch(/COGNITO_USER_POOL_ID: .*; PUBLIC_URL: /);
  expect(others).toEqual([]);
  const named = [...settings.matchAll(/(\w+)=(\S+?)(?=[ ;])/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(refusalOf(Object.fromEntries(named) as Record<string, string>)).toHaveProperty('production', true);
  expect(refusalOf({ LOCAL_POOL: '1' })).toHaveLength(1);
});

test('[START-30] all errors are reported at once, in one line, with exit code 78', () => {
  const wrong = {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    REDIS_URL: 'cache:6379',
    ALLOWED_ORIGINS: 'https://a.example/path',
    COGNITO_USER_POOL_ID: 'pool_abc',
    COGNITO_DOMAIN: 'https://login.example',
    COGNITO_RESPONSE_TYPE: 'both',
  };
  const texts = Object.keys(wrong).map((name) => `${name}: `);
  const load = () => loadConfig(wrong);
  for (const text of [...texts, 'Auth UserPool', 'Invalid user pool id', 'oauth param', 'must be a domain'])
    expect(load).toThrow(text);
  expect(load).toThrow(
    expect.objectContaining({ exitCode: 78, message: expect.not.stringContaining('\n') as string }),
  );
});
