import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  CONNECTION_STATUSES,
  connectionMachine,
} from '../../../../client/src/sync/connection/connection.machine.ts';
import { pollingMachine } from '../../../../client/src/sync/connection/polling.machine.ts';
import {
  socketMachine,
  type SocketCommand,
  type SocketEvent,
} from '../../../../client/src/sync/connection/socket.machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const READY = { type: 'READY', resumed: true } as const;
const LOST = { type: 'LOST' } as const;
const TOO_MANY = { type: 'REFUSED', code: 'too_many', spread: 0 } as const;

/** A tab that holds the connection, with the commands to its sockets. Polls have these results, and fail afterwards. */
async function lead(polls: boolean[] = []) {
  const commands: string[] = [];
  let polled = 0;
  let send: (event: SocketEvent) => void = () => undefined;
  const actor = createActor(
    connectionMachine.provide({
      actors: {
        load: fromPromise<unknown>(() => Promise.resolve()),
        socket: socketMachine.provide({
          actors: {
            sockets: fromCallback<SocketCommand>(({ receive, sendBack }) => {
              send = sendBack;
              receive(({ type }) => commands.push(type));
            }),
          },
        }),
        polling: pollingMachine.provide({
          actors: {
            poll: fromPromise<unknown>(() => {
              polled += 1;
              return polls[polled - 1] ? Promise.resolve() : Promise.reject(new Error('lost'));
            }),
          },
        }),
      },
    }),
  ).start();
  actor.send({ type: 'LEAD' });
  await pass(0);
  return {
    commands,
    polled: () => polled,
    status: () => actor.getSnapshot().context.status,
    wake: () => actor.send({ type: 'WAKE' }),
    hear: (...events: SocketEvent[]) => {
      for (const event of events) send(event);
    },
  };
}

test.each(CONNECTION_STATUSES)('[TABS-1] a tab shows that the connection of its leader is %s', (status) => {
  const follower = createActor(connectionMachine).start();
  follower.send({ type: 'TOLD', status, proved: true });
  expect(follower.getSnapshot().context).toMatchObject({ status, proved: true });
});

describe('without a socket', () => {
  test('[TABS-5] it polls after four seconds, every few seconds, less often without answers, and at once on a wake-up', async () => {
    const tab = await lead([true, false, false, true]);
    await pass(3999);
    expect([tab.status(), tab.polled()]).toEqual(['connecting', 0]);
    await pass(1);
    expect([tab.status(), tab.polled()]).toEqual(['polling', 1]);
    for (const [ms, status, count] of [
      [2500, 'reconnecting', 2],
      [2500, 'reconnecting', 2],
      [2500, 'reconnecting', 3],
    ] as const) {
      await pass(ms);
      expect([tab.status(), tab.polled()]).toEqual([status, count]);
    }
    tab.wake();
    await pass(0);
    expect([tab.status(), tab.polled()]).toEqual(['polling', 4]);
    tab.hear(READY);
    await pass(100_000);
    expect([tab.status(), tab.polled()]).toEqual(['live', 4]);
  });

  test('[TABS-5] it polls at once where there are too many sockets', async () => {
    const tab = await lead([true]);
    tab.hear(TOO_MANY);
    expect(tab.status()).toBe('reconnecting');
    await pass(0);
    expect(tab.status()).toBe('polling');
  });

  test('[TABS-5] it reconnects slowly while polls are answered, and at once when one fails', async () => {
    const tab = await lead([true, false]);
    await pass(4000);
    expect(tab.commands).toEqual(['SLOW']);
    await pass(2500);
    expect(tab.commands).toEqual(['SLOW', 'SLOW', 'RETRY']);
  });
});

test('a wake-up never reconnects an open socket', async () => {
  const tab = await lead();
  tab.hear(READY);
  for (let count = 0; count < 3; count += 1) tab.wake();
  expect([tab.status(), tab.commands]).toEqual(['live', ['SLOW']]);
});

describe('while the gateway shuts down', () => {
  test('the next socket is taken when it is ready, or when the last one is lost', async () => {
    const tab = await lead();
    tab.hear(READY, { type: 'DRAIN' }, { type: 'SUCCESSOR_READY', resumed: true });
    expect([tab.status(), tab.commands.slice(1)]).toEqual(['live', ['OPEN_SUCCESSOR', 'PROMOTE', 'SLOW']]);
    tab.hear({ type: 'DRAIN' }, LOST);
    expect([tab.status(), tab.commands.slice(4)]).toEqual(['reconnecting', ['OPEN_SUCCESSOR', 'PROMOTE']]);
  });

  test('a socket that fails is opened again after half a second, and one that is silent after two', async () => {
    const tab = await lead();
    tab.hear(READY, { type: 'DRAIN' }, { type: 'SUCCESSOR_FAILED' });
    await pass(499);
    expect(tab.commands.slice(1)).toEqual(['OPEN_SUCCESSOR']);
    await pass(1);
    await pass(2000);
    expect(tab.commands.slice(1)).toEqual(['OPEN_SUCCESSOR', 'OPEN_SUCCESSOR', 'OPEN_SUCCESSOR']);
  });
});
