import type { MachinesReport } from '@cruddur/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../client/src/base/http/api-error.ts';
import { watchServer, type ServerView } from '../../../client/devtools/page/server/watch-server.ts';
import { AT } from '../client/sync/sample-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  turn(state: DocumentVisibilityState) {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const move = 'open.catchingUp: caught_up';

/** A report of a gateway with this number of transitions to live. */
const report = (caughtUp: number, gateway = 'one'): MachinesReport => ({
  ...{ now: AT, since: AT, gateway },
  machines: [
    {
      ...{ machine: 'gatewaySession', states: { 'open.live': caughtUp } },
      moves: { [move]: caughtUp, 'open: left': 0 },
    },
  ],
});
const moved = (times: number) => [{ machine: 'gatewaySession', move, times }];

/** A page that watches a server with these answers; the requests after them are not answered. */
function start(turns: (MachinesReport | Error)[], page = new Page()) {
  const views: ServerView[] = [];
  const signals: AbortSignal[] = [];
  const stop = watchServer({
    page,
    onChange: (view) => void views.push(view),
    fetchReport(signal) {
      signals.push(signal);
      const turn = turns.shift();
      if (turn === undefined) return new Promise(() => undefined);
      return turn instanceof Error ? Promise.reject(turn) : Promise.resolve(turn);
    },
  });
  return { page, views, signals, stop, last: () => views.at(-1) };
}

test('it polls at once and each second, and reports the transitions in between', async () => {
  const { views, signals, last } = start([report(3), report(5), report(5)]);
  await pass(0);
  expect(views).toEqual([{ kind: 'shown', report: report(3), moves: [], isFresh: true }]);
  await pass(999);
  expect(signals).toHaveLength(1);
  await pass(1);
  expect(last()).toEqual({ kind: 'shown', report: report(5), moves: moved(2), isFresh: true });
  await pass(1000);
  expect(last()).toMatchObject({ moves: [] });
  // The fourth request is not answered, so no other one follows.
  await pass(10_000);
  expect(signals).toHaveLength(4);
});

test('with several gateways, each report is compared with the previous one of its gateway', async () => {
  const { last } = start([report(3), report(80, 'two'), report(4), report(82, 'two')]);
  for (const [gateway, moves] of [
    ['two', []],
    ['one', moved(1)],
    ['two', moved(2)],
  ] as const) {
    await pass(1000);
    expect(last()).toMatchObject({ report: { gateway }, moves });
  }
});

test('a hidden page does not poll, and polls at once when it becomes visible', async () => {
  const { page, signals, views } = start([report(1), report(2), report(3)]);
  await pass(0);
  page.turn('hidden');
  await pass(60_000);
  expect(signals).toHaveLength(1);
  page.turn('visible');
  await pass(0);
  expect([signals.length, views.length]).toEqual([2, 2]);
  await pass(1000);
  expect(signals).toHaveLength(3);
});

test('a page opened in the background polls when it becomes visible, and drops the answer if it is hidden again', async () => {
  const page = new Page();
  page.visibilityState = 'hidden';
  const { signals, views } = start([report(1)], page);
  await pass(60_000);
  expect(signals).toHaveLength(0);
  page.turn('visible');
  expect(signals).toHaveLength(1);
  page.turn('hidden');
  await pass(0);
  expect([signals[0]?.aborted, views]).toEqual([true, []]);
});

test('a server that does not publish its machines is requested once', async () => {
  const { page, signals, views } = start([new ApiError(404, ['generic_404']), report(1)]);
  await pass(60_000);
  page.turn('hidden');
  page.turn('visible');
  await pass(60_000);
  expect(views).toEqual([{ kind: 'hidden' }]);
  expect(signals).toHaveLength(1);
});

test('without an answer the last report stays, is marked as old, and polling continues until it is stopped', async () => {
  const lost = new ApiError(0, ['generic_500']);
  const { page, views, signals, stop, last } = start([lost, report(1), lost, report(4)]);
  await pass(0);
  expect(views).toEqual([]);
  await pass(2000);
  expect(last()).toEqual({ kind: 'shown', report: report(1), moves: [], isFresh: false });
  await pass(1000);
  expect(last()).toMatchObject({ moves: moved(3), isFresh: true });
  stop();
  page.turn('visible');
  await pass(60_000);
  expect(signals).toHaveLength(4);
});
