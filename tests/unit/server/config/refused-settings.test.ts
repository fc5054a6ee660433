import { expect, test } from 'vitest';
import { loadConfig } from '../../../../server/src/config/load-config.ts';
import { CONFIG_VARIABLES } from '../../../../server/src/config/variables.ts';
import { REFUSED_SETTINGS } from './refused-settings.ts';

/** Every value of these is accepted, or only the store and the network can refuse it. */
const NEVER_WRONG = ['DATA_DIR'];

function refusalOf(env: Record<string, string>): unknown {
  try {
    return loadConfig(env);
  } catch (fault) {
    return fault;
  }
}

test('[START-30] each variable that can be invalid has refused settings', () => {
  const covered = new Set(REFUSED_SETTINGS.flatMap(([env]) => Object.keys(env)));
  const missing = CONFIG_VARIABLES.filter((name) => !covered.has(name) && !NEVER_WRONG.includes(name));
  expect(missing).toEqual([]);
});

test.each(REFUSED_SETTINGS)('[START-30] %o is refused in one line, with exit code 78: %s', (env, text) => {
  const refusal = refusalOf(env);
  expect(refusal).toHaveProperty('message', expect.stringContaining(text));
  expect(refusal).toMatchObject({ exitCode: 78, message: expect.not.stringContaining('\n') as string });
});

const cognito = { COGNITO_USER_POOL_ID: 'eu-west-1_Abc', COGNITO_CLIENT_ID: 'client' };

test.each([
  ['the local pool in production', { NODE_ENV: 'production', LOCAL_POOL: '1' }],
  [
    'a limit of the own proxy in front of Cognito',
    { ...cognito, NODE_ENV: 'production', RATE_LIMITS: 'off', PUBLIC_URL: 'https://cruddur.example' },
  ],
  ['a development server for the whole network', { HOST: '0.0.0.0' }],
  ['two proxies, or a network of them', { TRUST_PROXY: '10.0.0.0/8, ::1' }],
  ['a mail server without a sender', { SMTP_URL: 'smtp://localhost:1025' }],
  ['Redis beside the embedded store', { REDIS_URL: 'redis://localhost' }],
])('[START-30] %s is accepted', (_, env) => {
  expect(loadConfig(env)).toBeDefined();
});

test.each([
  [{}, 'Cruddur <no-reply@localhost>'],
  [{ PUBLIC_URL: 'https://cruddur.example' }, 'Cruddur <no-reply@cruddur.example>'],
  [{ MAIL_FROM: 'hello@cruddur.example' }, 'hello@cruddur.example'],
])('[MAIL-1] with %o mails are sent from %s', (env, from) => {
  const { identity } = loadConfig({ SMTP_URL: 'smtp://localhost:1025', ...env });
  expect(identity).toMatchObject({ mail: { smtp: { from } } });
});

test.each([
  [{}, 'loopback'],
  [{ HOST: '127.0.0.1' }, 'loopback'],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }, 'loopback'],
  [{ HOST: '0.0.0.0' }, 'closed'],
  [{ HOST: '::' }, 'closed'],
  [{ HOST: 'cruddur.example' }, 'closed'],
  [{ PUBLIC_URL: 'https://cruddur.example' }, 'closed'],
  [{ NODE_ENV: 'production', LOCAL_POOL: '1' }, 'closed'],
  [{ NODE_ENV: 'production', LOCAL_POOL: '1', LOCAL_MAILBOX: '1' }, 'open'],
  [{ HOST: '0.0.0.0', LOCAL_MAILBOX: '1' }, 'open'],
  [{ LOCAL_MAILBOX: '0' }, 'closed'],
])('[MAIL-4] with %o the mailbox is %s', (env, mailbox) => {
  expect(loadConfig(env).identity).toMatchObject({ mail: { mailbox } });
});
