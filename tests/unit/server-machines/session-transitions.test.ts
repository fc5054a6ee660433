import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openReadySocket, fillSendBuffers } from '../gateway/fill-send-buffers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { waitForFrame } from '../gateway/protocol-client.ts';
import { ANNA, openTestGateway, createToken, type TestGateway } from '../gateway/test-gateway.ts';
import { countInState, listTakenTransitions, listTransitions } from './transitions.ts';
import { createStrictTallies } from './create-strict-tallies.ts';

/** What happens to one session, and the transitions that it makes. */
type Life = [moves: string[], live: (gateway: TestGateway) => Promise<unknown>];

const token = createToken(ANNA);

const isIn = (gateway: TestGateway, state: string) =>
  countInState(gateway.machines, 'gatewaySession', state) === 1;
const waitForState = (gateway: TestGateway, state: string) =>
  until(() => isIn(gateway, state), { what: `one is ${state}` });
const listMoves = (gateway: TestGateway) => listTakenTransitions(gateway.machines, 'gatewaySession');
const waitForMove = (gateway: TestGateway, move: string) =>
  until(() => listMoves(gateway).includes(move), { what: `one makes ${move}` });

async function connectLive(gateway: TestGateway, auth: object = { token }) {
  const socket = gateway.connect(auth);
  await waitForState(gateway, 'open.live');
  return socket;
}

/** With a log that stops answering, so that the session stays in this state. */
async function stayCatchingUp(gateway: TestGateway) {
  for (let count = 0; count < 1300; count += 1) gateway.write('public', { lost: true });
  gateway.log.pauseReads();
  gateway.connect({ token, cursors: { public: '0.0' } });
  await until(
    async () => {
      if (isIn(gateway, 'open.catchingUp')) return true;
      gateway.log.releaseOneRead();
      await flushPendingWork();
      return false;
    },
    { what: 'it catches up' },
  );
}

/** As after a restored backup. */
const replaceHistory = (gateway: TestGateway) => gateway.log.restore('public', 1);

async function breakLiveSocket(gateway: TestGateway) {
  for (let count = 0; count < 2; count += 1) gateway.write('public', { lost: true });
  await connectLive(gateway);
  replaceHistory(gateway);
  await gateway.readers.refreshHeads();
  await waitForState(gateway, 'open.broken');
}

/** Announces the end; the gateway is closed with the test. */
const drain = (gateway: TestGateway) => void gateway.gateway.drain(2000);

const arrived = ['open.arriving: resumed', 'open.catchingUp: caught_up'];

/** The life of a live session that ends by something. */
const endedBy = (
  move: string,
  end: (gateway: TestGateway, socket: Awaited<ReturnType<typeof connectLive>>) => unknown,
): Life => [
  [move, ...arrived],
  async (gateway) => {
    await end(gateway, await connectLive(gateway));
    await waitForState(gateway, 'over');
  },
];

const lives: Life[] = [
  endedBy('open: left', (_, socket) => socket.disconnect()),
  endedBy('open: token_invalid', (gateway) => {
    gateway.clock.advance(3_700_000);
    gateway.timers.advance(1000);
  }),
  endedBy('open: session_revoked', (gateway) =>
    gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null }),
  ),
  endedBy('open: too_many', async (_, socket) => {
    const bye = waitForFrame(socket, 'bye');
    for (let count = 0; count < 60; count += 1) socket.emit('typing', { message_group_uuid: 'none' });
    expect(await bye).toEqual({ code: 'too_many' });
  }),
  [
    ['open: too_slow', ...arrived],
    async (gateway) => {
      using raw = await openReadySocket(gateway);
      await fillSendBuffers(gateway, raw.tcp);
      await waitForState(gateway, 'over');
    },
  ],
  [
    ['open.arriving: began_anew'],
    (gateway) => connectLive(gateway, { token, cursors: { public: '1.other' } }),
  ],
  [
    [...arrived, 'open.live: broke', 'open.broken: began_anew'],
    async (gateway) => {
      await breakLiveSocket(gateway);
      gateway.timers.advance(2000);
      await waitForState(gateway, 'open.live');
    },
  ],
  [
    ['open.arriving: resumed', 'open.catchingUp: broke'],
    async (gateway) => {
      await stayCatchingUp(gateway);
      replaceHistory(gateway);
      gateway.log.resumeReads();
      await waitForState(gateway, 'open.broken');
    },
  ],
  [
    ['open: restarting', ...arrived, 'open.live: drain'],
    async (gateway) => {
      await connectLive(gateway);
      drain(gateway);
      await waitForState(gateway, 'open.draining');
      gateway.timers.advance(2000);
      await waitForState(gateway, 'over');
    },
  ],
  [
    ['open.arriving: drain', 'open.draining: resumed', 'open.draining: caught_up'],
    async (gateway) => {
      gateway.log.pauseReads();
      gateway.connect({ token });
      await waitForState(gateway, 'open.arriving');
      drain(gateway);
      gateway.log.resumeReads();
      await waitForMove(gateway, 'open.draining: caught_up');
    },
  ],
  [
    ['open.arriving: resumed', 'open.catchingUp: drain', 'open.draining: broke'],
    async (gateway) => {
      await stayCatchingUp(gateway);
      drain(gateway);
      replaceHistory(gateway);
      gateway.log.resumeReads();
      await waitForMove(gateway, 'open.draining: broke');
    },
  ],
  [
    [...arrived, 'open.live: broke', 'open.broken: drain', 'open.draining: began_anew'],
    async (gateway) => {
      await breakLiveSocket(gateway);
      drain(gateway);
      gateway.timers.advance(1500);
      await waitForMove(gateway, 'open.draining: began_anew');
    },
  ],
];

test.each(lives)('[MACHINES-21] a session makes the transitions %j', async (moves, live) => {
  await using gateway = await openTestGateway();
  await live(gateway);
  expect(new Set(listMoves(gateway))).toEqual(new Set(moves));
});

test('[MACHINES-21] the sessions make every transition of the table', () => {
  const made = new Set(lives.flatMap(([moves]) => moves));
  expect(made).toEqual(new Set(listTransitions(createStrictTallies(), 'gatewaySession')));
});
