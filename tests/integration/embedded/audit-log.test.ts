import { request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { callPool, signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { readMetric, fetchMetrics } from '../../support/read-metrics.ts';
import { createSeededFolder } from '../../support/seeded-folder.ts';

interface Line {
  log?: string;
  event?: string;
  subject?: string;
  address?: string;
  request_id?: string;
}

const WRONG = 'not the password';
const NEW = 'a horse of another colour';

/** The id in the answer to an upgrade request. */
function handshakeId(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const upgrade = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'x-request-id': 'handshake-1',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      },
    });
    upgrade.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.headers['x-request-id']);
    });
    upgrade.on('error', reject).end();
  });
}

test.each(inject('form') === 'full' ? ['error', 'none'] : ['error'])(
  '[OBSERVE-5] the audit log is complete at the log level %s',
  { timeout: 120_000 },
  async (level) => {
    await using data = await createSeededFolder();
    await using program = startProgram({
      DATA_DIR: data.path,
      LOG_LEVEL: level,
      TRUST_PROXY: '1',
      LOCAL_MAILBOX: '1',
    });
    const url = await program.waitUntilReady();
    const ann = await signUp(url);
    const signIn = (USERNAME: string) =>
      createClient(url).send('POST', '/local/idp', {
        body: {
          ClientId: 'local-client',
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME, PASSWORD: WRONG },
        },
        headers: {
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
          'x-request-id': 'wrong-password',
          'x-forwarded-for': '203.0.113.7',
        },
      });
    const callQuietly = (operation: string, input: object) =>
      callPool(url, operation, input).catch(() => undefined);
    const wrong = {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: ann.email, PASSWORD: WRONG },
    };
    await callQuietly('ChangePassword', {
      AccessToken: ann.accessToken,
      PreviousPassword: ann.password,
      ProposedPassword: NEW,
    });
    await signIn(ann.email);
    const tries = level === 'none' ? 1 : 21;
    for (let count = 0; count < tries; count += 1) await callQuietly('InitiateAuth', wrong);
    await callQuietly('InitiateAuth', {
      ...wrong,
      AuthParameters: { USERNAME: 'unknown@example.com', PASSWORD: WRONG },
    });
    await callQuietly('ForgotPassword', { Username: ann.email });
    await ann.callOk('endSession', { body: { all: true } });
    const bob = await signUp(url);
    await bob.callOk('deleteAccount');
    expect(await handshakeId(url)).toBe('handshake-1');

    const text = program.stderrLines().join('\n');
    if (level === 'none') {
      expect(text).toBe('');
      return;
    }
    const lines = program
      .stderrLines()
      .map((line) => JSON.parse(line) as Line)
      .filter(({ log }) => log === 'audit');
    const of = (event: string) => lines.filter((line) => line.event === event);
    expect(of('sign_in_failed').filter(({ subject }) => subject === ann.sub).length).toBeGreaterThanOrEqual(
      20,
    );
    expect(of('sign_in_failed').some(({ subject }) => subject !== ann.sub)).toBe(true);
    expect(of('limit_reached')[0]).toMatchObject({ subject: ann.sub, limit: 'signIn' });
    expect(of('signed_in')).toMatchObject([{ subject: ann.sub }, { subject: bob.sub }]);
    expect(of('password_changed')).toMatchObject([{ subject: ann.sub }]);
    expect(of('password_reset_requested')[0]).toMatchObject({ subject: ann.sub });
    expect(of('signed_out_everywhere')[0]).toMatchObject({ subject: ann.sub });
    expect(of('account_deleted')).toMatchObject([{ subject: bob.sub }]);
    for (const line of lines) expect(line.request_id).toMatch(/^[\w-]{8,}$/);
    for (const secret of [
      WRONG,
      NEW,
      ann.password,
      ann.accessToken,
      ann.email,
      bob.email,
      'unknown@example.com',
    ])
      expect(text).not.toContain(secret);
    const failed = readMetric(await fetchMetrics(url), 'cruddur_audit_events_total', {
      labels: { event: 'sign_in_failed' },
    });
    expect(failed).toBe(of('sign_in_failed').length);
  },
);
