import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openReadySocket, fillSendBuffers } from '../gateway/fill-send-buffers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { waitForFrame } from '../gateway/protocol-client.ts';
import { ANNA, openTestGateway, createToken, type TestGateway } from '../gateway/test-gateway.ts';
import { countInState, listTakenTransitions, listTransitions } from './transitions.ts';
import { createStrictTallies } from './create-strict-tallies.ts';

/** One session, as far as it goes, and the transitions that it counts. */
interface TransitionCase {
  moves: string[];
  live: (gateway: TestGateway) => Promise<unknown>;
}

const token = createToken(ANNA);

const waitForState = (gateway: TestGateway, state: string) =>
  until(() => countInState(gateway.machines, 'gatewaySession', state) === 1, { what: `one is ${state}` });

async function connectLive(gateway: TestGateway, auth: object = { token }) {
  const socket = gateway.connect(auth);
  await waitForState(gateway, 'open.live');
  return socket;
}

/** With a log that stops answering, so that the session stays in this state. */
async function closeWhileConnecting(gateway: TestGateway) {
  gateway.log.pauseReads();
  gateway.connect({ token });
  await waitForState(gateway, 'open.arriving');
}

async function closeWhileCatchingUp(gateway: TestGateway) {
  for (let count = 0; count < 1300; count += 1) gateway.write('public', { lost: true });
  gateway.log.pauseReads();
  gateway.connect({ token, cursors: { public: '0.0' } });
  await until(
    async () => {
      if (countInState(gateway.machines, 'gatewaySession', 'open.catchingUp') === 1) return true;
      gateway.log.releaseOneRead();
      await flushPendingWork();
      return false;
    },
    { what: 'it catches up' },
  );
}

/** As after a restored backup. */
function replaceHistory(gateway: TestGateway) {
  gateway.log.restore('public', 1);
}

async function breakLiveSocket(gateway: TestGateway) {
  for (let count = 0; count < 2; count += 1) gateway.write('public', { lost: true });
  await connectLive(gateway);
  replaceHistory(gateway);
  await gateway.readers.refreshHeads();
  await waitForState(gateway, 'open.broken');
}

/** Announces the end; the gateway is closed with the test. */
function drain(gateway: TestGateway) {
  void gateway.gateway.drain(2000);
}

const arrived = ['open.arriving: resumed', 'open.catchingUp: caught_up'];

const transitionCases: TransitionCase[] = [
  { moves: arrived, live: (gateway) => connectLive(gateway) },
  {
    moves: ['open: left', ...arrived],
    async live(gateway) {
      (await connectLive(gateway)).disconnect();
      await waitForState(gateway, 'over');
    },
  },
  {
    moves: ['open.arriving: began_anew'],
    live: (gateway) => connectLive(gateway, { token, cursors: { public: '1.other' } }),
  },
  {
    moves: [...arrived, 'open.live: broke', 'open.broken: began_anew'],
    async live(gateway) {
      await breakLiveSocket(gateway);
      gateway.timers.advance(2000);
      await waitForState(gateway, 'open.live');
    },
  },
  {
    moves: ['open.arriving: resumed', 'open.catchingUp: broke'],
    async live(gateway) {
      await closeWhileCatchingUp(gateway);
      replaceHistory(gateway);
      gateway.log.resumeReads();
      await waitForState(gateway, 'open.broken');
    },
  },
  {
    moves: ['open: restarting', ...arrived, 'open.live: drain'],
    async live(gateway) {
      await connectLive(gateway);
      drain(gateway);
      await waitForState(gateway, 'open.draining');
      gateway.timers.advance(2000);
      await waitForState(gateway, 'over');
    },
  },
  {
    moves: ['open.arriving: drain', 'open.draining: resumed', 'open.draining: caught_up'],
    async live(gateway) {
      await closeWhileConnecting(gateway);
      drain(gateway);
      gateway.log.resumeReads();
      await until(
        () => listTakenTransitions(gateway.machines, 'gatewaySession').includes('open.draining: caught_up'),
        {
          what: 'it is served all the same',
        },
      );
    },
  },
  {
    moves: ['open.arriving: resumed', 'open.catchingUp: drain', 'open.draining: broke'],
    async live(gateway) {
      await closeWhileCatchingUp(gateway);
      drain(gateway);
      replaceHistory(gateway);
      gateway.log.resumeReads();
      await until(
        () => listTakenTransitions(gateway.machines, 'gatewaySession').includes('open.draining: broke'),
        {
          what: 'its stream is broken',
        },
      );
    },
  },
  {
    moves: [...arrived, 'open.live: broke', 'open.broken: drain', 'open.draining: began_anew'],
    async live(gateway) {
      await breakLiveSocket(gateway);
      drain(gateway);
      gateway.timers.advance(1500);
      await until(
        () => listTakenTransitions(gateway.machines, 'gatewaySession').includes('open.draining: began_anew'),
        {
          what: 'it was reset',
        },
      );
    },
  },
  {
    moves: ['open: token_invalid', ...arrived],
    async live(gateway) {
      await connectLive(gateway);
      gateway.clock.advance(3_700_000);
      gateway.timers.advance(1000);
      await waitForState(gateway, 'over');
    },
  },
  {
    moves: ['open: session_revoked', ...arrived],
    async live(gateway) {
      await connectLive(gateway);
      await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
      await waitForState(gateway, 'over');
    },
  },
  {
    moves: ['open: too_many', ...arrived],
    async live(gateway) {
      const socket = await connectLive(gateway);
      const bye = waitForFrame(socket, 'bye');
      for (let count = 0; count < 60; count += 1) socket.emit('typing', { message_group_uuid: 'none' });
      expect(await bye).toEqual({ code: 'too_many' });
    },
  },
  {
    moves: ['open: too_slow', ...arrived],
    async live(gateway) {
      using raw = await openReadySocket(gateway);
      await fillSendBuffers(gateway, raw.tcp);
      await waitForState(gateway, 'over');
    },
  },
];

test.each(transitionCases)(
  '[MACHINES-21] a session makes the transitions $moves',
  async ({ moves, live }) => {
    await using gateway = await openTestGateway();
    await live(gateway);
    expect(listTakenTransitions(gateway.machines, 'gatewaySession').sort()).toEqual([...moves].sort());
  },
);

test('[MACHINES-21] the sessions make every transition of the table', () => {
  const made = new Set(transitionCases.flatMap(({ moves }) => moves));
  expect([...made].sort()).toEqual(listTransitions(createStrictTallies(), 'gatewaySession').sort());
});
