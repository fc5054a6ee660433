import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { openReadySocket, fillSendBuffers } from '../gateway/fill-send-buffers.ts';
import { waitForFrame } from '../gateway/protocol-client.ts';
import { ANNA, openTestGateway, createToken, type TestGateway } from '../gateway/test-gateway.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { countInState, listTakenTransitions, listTransitions } from './transitions.ts';
import { createStrictTallies } from './create-strict-tallies.ts';

const token = createToken(ANNA);

const listMoves = ({ machines }: TestGateway) => listTakenTransitions(machines, 'gatewaySession');
const isIn = ({ machines }: TestGateway, state: string) =>
  countInState(machines, 'gatewaySession', state) === 1;

/** Waits until the session is in a state, or has made a transition. */
const reaches = (gateway: TestGateway, what: string) =>
  until(() => isIn(gateway, what) || listMoves(gateway).includes(what), { what: `one reaches ${what}` });

const write = (gateway: TestGateway, count: number) => {
  for (let written = 0; written < count; written += 1) gateway.write('public', { lost: true });
};

/** What may happen to a session. */
const steps = {
  async connects(gateway: TestGateway) {
    write(gateway, 2);
    gateway.connect({ token });
    await reaches(gateway, 'open.live');
  },
  'connects with another history': (gateway: TestGateway) =>
    gateway.connect({ token, cursors: { public: '1.other' } }),
  async 'connects and leaves'(gateway: TestGateway) {
    const socket = gateway.connect({ token });
    await reaches(gateway, 'open.live');
    socket.disconnect();
  },
  async 'connects and sends too much'(gateway: TestGateway) {
    const socket = gateway.connect({ token });
    await reaches(gateway, 'open.live');
    const bye = waitForFrame(socket, 'bye');
    for (let count = 0; count < 60; count += 1) socket.emit('typing', { message_group_uuid: 'none' });
    expect(await bye).toEqual({ code: 'too_many' });
  },
  async 'connects and reads too slowly'(gateway: TestGateway) {
    using raw = await openReadySocket(gateway);
    await fillSendBuffers(gateway, raw.tcp);
    await reaches(gateway, 'over');
  },
  // The log stops answering, so that the session stays in this state.
  async 'begins to arrive'(gateway: TestGateway) {
    gateway.log.pauseReads();
    gateway.connect({ token });
    await reaches(gateway, 'open.arriving');
  },
  async 'begins to catch up'(gateway: TestGateway) {
    write(gateway, 1300);
    gateway.log.pauseReads();
    gateway.connect({ token, cursors: { public: '0.0' } });
    const releasedUntilThen = async () => {
      if (isIn(gateway, 'open.catchingUp')) return true;
      gateway.log.releaseOneRead();
      await flushPendingWork();
      return false;
    };
    await until(releasedUntilThen, { what: 'it catches up' });
  },
  'is answered': (gateway: TestGateway) => gateway.log.resumeReads(),
  // As after a restored backup.
  'loses its history': (gateway: TestGateway) => gateway.log.restore('public', 1),
  async 'hears of it'(gateway: TestGateway) {
    await gateway.readers.refreshHeads();
    await reaches(gateway, 'open.broken');
  },
  // Announces the end; the gateway is closed with the test.
  'is drained': (gateway: TestGateway) => void gateway.gateway.drain(2000),
  waits: (gateway: TestGateway) => gateway.timers.advance(2000),
  'waits less': (gateway: TestGateway) => gateway.timers.advance(1500),
  expires(gateway: TestGateway) {
    gateway.clock.advance(3_700_000);
    gateway.timers.advance(1000);
  },
  'is revoked': (gateway: TestGateway) => gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null }),
};

interface Life {
  moves: string[];
  life: (keyof typeof steps)[];
  /** The state or transition at its end. */
  end: string;
}

const arrived = ['open.arriving: resumed', 'open.catchingUp: caught_up'];
const broken = [...arrived, 'open.live: broke'];

const lives: Life[] = [
  { moves: ['open: left', ...arrived], life: ['connects and leaves'], end: 'over' },
  { moves: ['open: too_many', ...arrived], life: ['connects and sends too much'], end: 'over' },
  { moves: ['open: too_slow', ...arrived], life: ['connects and reads too slowly'], end: 'over' },
  { moves: ['open: token_invalid', ...arrived], life: ['connects', 'expires'], end: 'over' },
  { moves: ['open: session_revoked', ...arrived], life: ['connects', 'is revoked'], end: 'over' },
  { moves: ['open.arriving: began_anew'], life: ['connects with another history'], end: 'open.live' },
  {
    moves: [...broken, 'open.broken: began_anew'],
    life: ['connects', 'loses its history', 'hears of it', 'waits'],
    end: 'open.live',
  },
  {
    moves: ['open.arriving: resumed', 'open.catchingUp: broke'],
    life: ['begins to catch up', 'loses its history', 'is answered'],
    end: 'open.broken',
  },
  {
    moves: ['open: restarting', ...arrived, 'open.live: drain'],
    life: ['connects', 'is drained', 'waits'],
    end: 'over',
  },
  {
    moves: ['open.arriving: drain', 'open.draining: resumed', 'open.draining: caught_up'],
    life: ['begins to arrive', 'is drained', 'is answered'],
    end: 'open.draining: caught_up',
  },
  {
    moves: ['open.arriving: resumed', 'open.catchingUp: drain', 'open.draining: broke'],
    life: ['begins to catch up', 'is drained', 'loses its history', 'is answered'],
    end: 'open.draining: broke',
  },
  {
    moves: [...broken, 'open.broken: drain', 'open.draining: began_anew'],
    life: ['connects', 'loses its history', 'hears of it', 'is drained', 'waits less'],
    end: 'open.draining: began_anew',
  },
];

test.each(lives)('a session that $life makes the transitions $moves', async (row) => {
  await using gateway = await openTestGateway();
  for (const step of row.life) await steps[step](gateway);
  await reaches(gateway, row.end);
  expect(new Set(listMoves(gateway))).toEqual(new Set(row.moves));
});

test('the sessions make every transition of the table', () => {
  const made = new Set(lives.flatMap(({ moves }) => moves));
  expect(made).toEqual(new Set(listTransitions(createStrictTallies(), 'gatewaySession')));
});
