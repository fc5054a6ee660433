import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openReady, overfill } from '../realtime/overfill.ts';
import { settled } from '../realtime/quiet.ts';
import { next } from '../realtime/test-client.ts';
import { ANNA, openTestGateway, tokenOf, type TestGateway } from '../realtime/test-gateway.ts';
import { countIn, movesMade, movesOf } from './moves.ts';
import { strictTallies } from './strict-tallies.ts';

/** A life of one session, as far as it goes, and all that it makes the tally count. */
interface Life {
  moves: string[];
  live: (gateway: TestGateway) => Promise<unknown>;
}

const token = tokenOf(ANNA);

const reaches = (gateway: TestGateway, state: string) =>
  until(() => countIn(gateway.machines, 'gatewaySession', state) === 1, { what: `one is ${state}` });

async function goLive(gateway: TestGateway, auth: object = { token }) {
  const socket = gateway.connect(auth);
  await reaches(gateway, 'open.live');
  return socket;
}

/** With a log that answers no further, so that the session stays there. */
async function stopArriving(gateway: TestGateway) {
  gateway.log.pause();
  gateway.connect({ token });
  await reaches(gateway, 'open.arriving');
}

async function stopCatchingUp(gateway: TestGateway) {
  for (let count = 0; count < 1300; count += 1) gateway.write('public', { lost: true });
  gateway.log.pause();
  gateway.connect({ token, cursors: { public: '0.0' } });
  await until(
    async () => {
      if (countIn(gateway.machines, 'gatewaySession', 'open.catchingUp') === 1) return true;
      gateway.log.letOne();
      await settled();
      return false;
    },
    { what: 'it catches up' },
  );
}

/** As after a restored backup. */
function rewrite(gateway: TestGateway) {
  gateway.log.restore('public', 1);
}

async function breakLive(gateway: TestGateway) {
  for (let count = 0; count < 2; count += 1) gateway.write('public', { lost: true });
  await goLive(gateway);
  rewrite(gateway);
  await gateway.readers.refreshHeads();
  await reaches(gateway, 'open.broken');
}

/** Announces the end; the gateway is closed with the test. */
function drain(gateway: TestGateway) {
  void gateway.gateway.drain(2000);
}

const arrived = ['open.arriving: resumed', 'open.catchingUp: caught_up'];

const lives: Life[] = [
  { moves: arrived, live: (gateway) => goLive(gateway) },
  {
    moves: ['open: left', ...arrived],
    async live(gateway) {
      (await goLive(gateway)).disconnect();
      await reaches(gateway, 'over');
    },
  },
  {
    moves: ['open.arriving: began_anew'],
    live: (gateway) => goLive(gateway, { token, cursors: { public: '1.other' } }),
  },
  {
    moves: [...arrived, 'open.live: broke', 'open.broken: began_anew'],
    async live(gateway) {
      await breakLive(gateway);
      gateway.timers.pass(2000);
      await reaches(gateway, 'open.live');
    },
  },
  {
    moves: ['open.arriving: resumed', 'open.catchingUp: broke'],
    async live(gateway) {
      await stopCatchingUp(gateway);
      rewrite(gateway);
      gateway.log.resume();
      await reaches(gateway, 'open.broken');
    },
  },
  {
    moves: ['open: restarting', ...arrived, 'open.live: drain'],
    async live(gateway) {
      await goLive(gateway);
      drain(gateway);
      await reaches(gateway, 'open.draining');
      gateway.timers.pass(2000);
      await reaches(gateway, 'over');
    },
  },
  {
    moves: ['open.arriving: drain', 'open.draining: resumed', 'open.draining: caught_up'],
    async live(gateway) {
      await stopArriving(gateway);
      drain(gateway);
      gateway.log.resume();
      await until(() => movesMade(gateway.machines, 'gatewaySession').includes('open.draining: caught_up'), {
        what: 'it is served all the same',
      });
    },
  },
  {
    moves: ['open.arriving: resumed', 'open.catchingUp: drain', 'open.draining: broke'],
    async live(gateway) {
      await stopCatchingUp(gateway);
      drain(gateway);
      rewrite(gateway);
      gateway.log.resume();
      await until(() => movesMade(gateway.machines, 'gatewaySession').includes('open.draining: broke'), {
        what: 'its stream broke',
      });
    },
  },
  {
    moves: [...arrived, 'open.live: broke', 'open.broken: drain', 'open.draining: began_anew'],
    async live(gateway) {
      await breakLive(gateway);
      drain(gateway);
      gateway.timers.pass(1500);
      await until(() => movesMade(gateway.machines, 'gatewaySession').includes('open.draining: began_anew'), {
        what: 'it began anew',
      });
    },
  },
  {
    moves: ['open: token_invalid', ...arrived],
    async live(gateway) {
      await goLive(gateway);
      gateway.clock.advance(3_700_000);
      gateway.timers.pass(1000);
      await reaches(gateway, 'over');
    },
  },
  {
    moves: ['open: session_revoked', ...arrived],
    async live(gateway) {
      await goLive(gateway);
      await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
      await reaches(gateway, 'over');
    },
  },
  {
    moves: ['open: too_many', ...arrived],
    async live(gateway) {
      const socket = await goLive(gateway);
      const bye = next(socket, 'bye');
      for (let count = 0; count < 60; count += 1) socket.emit('typing', { message_group_uuid: 'none' });
      expect(await bye).toEqual({ code: 'too_many' });
    },
  },
  {
    moves: ['open: too_slow', ...arrived],
    async live(gateway) {
      using raw = await openReady(gateway);
      await overfill(gateway, raw.tcp);
      await reaches(gateway, 'over');
    },
  },
];

test.each(lives)('[MACHINES-21] a session makes the moves $moves', async ({ moves, live }) => {
  await using gateway = await openTestGateway();
  await live(gateway);
  expect(movesMade(gateway.machines, 'gatewaySession').sort()).toEqual([...moves].sort());
});

test('[MACHINES-21] some session makes each move of the table', () => {
  const made = new Set(lives.flatMap(({ moves }) => moves));
  expect([...made].sort()).toEqual(movesOf(strictTallies(), 'gatewaySession').sort());
});
