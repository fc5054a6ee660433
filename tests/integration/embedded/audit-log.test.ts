import { request } from 'node:http';
import { expect, test } from 'vitest';
import { callPool, signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { METRICS_TOKEN, readMetric, fetchMetrics } from '../../support/read-metrics.ts';
import { createSeededFolder } from '../../support/seeded-folder.ts';

interface Line {
  log?: string;
  event?: string;
  subject?: string;
  request_id?: string;
}

const WRONG = 'not the password';
const NEW = 'a horse of another colour';

/** The id in the answer to an upgrade request. */
function handshakeId(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'x-request-id': 'handshake-1' },
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    };
    const upgrade = request(`${url}/socket.io/?EIO=4&transport=websocket`, { headers });
    upgrade.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.headers['x-request-id']);
    });
    upgrade.on('error', reject).end();
  });
}

test(
  '[OBSERVE-5] the audit log is complete at the log level error, and has no secret',
  { timeout: 120_000 },
  async () => {
    await using data = await createSeededFolder();
    const env = {
      DATA_DIR: data.path,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      METRICS_TOKEN,
      LOCAL_MAILBOX: '1',
    };
    await using program = startProgram(env);
    const url = await program.waitUntilReady();
    const ann = await signUp(url);
    const { accessToken: AccessToken, password: PreviousPassword } = ann;
    const callQuietly = (operation: string, input: object) =>
      callPool(url, operation, input).catch(() => undefined);
    const signIn = (USERNAME: string) =>
      callQuietly('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD: WRONG },
      });
    await callQuietly('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: NEW });
    for (let count = 0; count < 22; count += 1) await signIn(ann.email);
    await signIn('unknown@example.com');
    await callQuietly('ForgotPassword', { Username: ann.email });
    await ann.callOk('endSession', { body: { all: true } });
    const bob = await signUp(url);
    await bob.callOk('deleteAccount');
    expect(await handshakeId(url)).toBe('handshake-1');

    const text = program.stderrLines().join('\n');
    const lines = program
      .stderrLines()
      .map((line) => JSON.parse(line) as Line)
      .filter(({ log }) => log === 'audit');
    const of = (event: string) => lines.filter((line) => line.event === event);
    const failed = of('sign_in_failed');
    expect(failed.filter(({ subject }) => subject === ann.sub).length).toBeGreaterThanOrEqual(20);
    expect(failed.some(({ subject }) => subject !== ann.sub)).toBe(true);
    expect(of('limit_reached')[0]).toMatchObject({ subject: ann.sub, limit: 'signIn' });
    expect(of('signed_in')).toMatchObject([{ subject: ann.sub }, { subject: bob.sub }]);
    expect(of('password_changed')).toMatchObject([{ subject: ann.sub }]);
    expect(of('password_reset_requested')[0]).toMatchObject({ subject: ann.sub });
    expect(of('signed_out_everywhere')[0]).toMatchObject({ subject: ann.sub });
    expect(of('account_deleted')).toMatchObject([{ subject: bob.sub }]);
    for (const line of lines) expect(line.request_id).toMatch(/^[\w-]{8,}$/);
    const emails = [ann.email, bob.email, 'unknown@example.com'];
    for (const secret of [WRONG, NEW, PreviousPassword, AccessToken, ...emails])
      expect(text).not.toContain(secret);
    const labels = { event: 'sign_in_failed' } as const;
    const counted = readMetric(await fetchMetrics(url), 'cruddur_audit_events_total', { labels });
    expect(counted).toBe(failed.length);
  },
);
