import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createCognitoIdentity } from '../../../server/src/identity/cognito.ts';
import { openFakeCognito } from '../../support/fake-cognito.ts';
import { until } from '../../support/until.ts';
import { waitForFrame, waitForRefusal } from './protocol-client.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { ANNA, BEN, openTestGateway, createToken } from './test-gateway.ts';

const MINUTE = 60_000;

async function openPair() {
  const pool = await openFakeCognito();
  const region = 'eu-central-1';
  const identity = createCognitoIdentity({
    region,
    userPoolId: `${region}_Somebody1`,
    clientId: 'a-client',
    clock: systemClock,
    endpoint: pool.endpoint,
  });
  const gateway = await openTestGateway({ isStanding: (token) => identity.isStillAccepted(token) });
  const pass = async (ms: number) => {
    gateway.clock.advance(ms);
    gateway.timers.advance(1000);
    await flushPendingWork();
  };
  const waitForRequests = (count: number) =>
    until(() => pool.requestedTokens.length === count, { what: `the pool was requested ${count} times` });
  return {
    pool,
    gateway,
    pass,
    waitForRequests,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await pool[Symbol.asyncDispose]();
    },
  };
}

const DAY_SECONDS = 86_400;
const [anna, ben] = [createToken(ANNA, 'one', DAY_SECONDS), createToken(BEN, 'two', DAY_SECONDS)];

test('[SESSION-8] the socket of a user disabled in Cognito is closed as `session_revoked`, and no other one', async () => {
  await using fixture = await openPair();
  const { pool, gateway, pass, waitForRequests } = fixture;
  const [disabled, other] = [gateway.connect({ token: anna }), gateway.connect({ token: ben })];
  await Promise.all([waitForFrame(disabled, 'ready'), waitForFrame(other, 'ready')]);
  await pass(1000);
  await waitForRequests(2);
  pool.setAnswer('disabled', anna);
  const bye = waitForFrame(disabled, 'bye');
  for (let minute = 0; minute < 8; minute += 1) await pass(MINUTE);
  await waitForRequests(4);
  expect(await bye).toEqual({ code: 'session_revoked' });
  await until(() => disabled.disconnected, { what: 'the socket is closed' });
  expect(await waitForRefusal(gateway.connect({ token: anna }))).toBe('session_revoked');
  expect(await other.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
});

test('[SESSION-8] a renewed token is checked at once', async () => {
  await using fixture = await openPair();
  const { pool, gateway, pass, waitForRequests } = fixture;
  const socket = gateway.connect({ token: anna });
  await waitForFrame(socket, 'ready');
  await waitForRequests(1);
  const renewed = createToken(ANNA, 'one', DAY_SECONDS + 60);
  pool.setAnswer('deleted', renewed);
  const bye = waitForFrame(socket, 'bye');
  expect(await socket.emitWithAck('auth', { token: renewed })).toEqual({ ok: true });
  await pass(1000);
  expect(await bye).toEqual({ code: 'session_revoked' });
});

test('[SESSION-9] while Cognito throttles, sockets stay open for an hour and are then closed as `restarting`', async () => {
  await using fixture = await openPair();
  const { pool, gateway, pass, waitForRequests } = fixture;
  pool.setAnswer('throttled');
  const socket = gateway.connect({ token: anna });
  const byes: unknown[] = [];
  socket.on('bye', (bye) => byes.push(bye));
  await waitForFrame(socket, 'ready');
  await waitForRequests(1);
  for (let step = 0; step < 11; step += 1) await pass(5 * MINUTE);
  expect(await socket.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
  for (let step = 0; step < 3; step += 1) await pass(5 * MINUTE);
  await until(() => byes.length > 0, { what: 'the socket receives the reason' });
  expect(byes).toEqual([{ code: 'restarting' }]);
});
