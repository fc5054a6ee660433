import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLine } from '../../../client/src/realtime/line.ts';
import { createServerClock } from '../../../client/src/realtime/server-clock.ts';
import { createTabFeed } from '../../../client/src/realtime/tab-feed.ts';
import { openBlackHole } from '../../support/black-hole.ts';
import { ANNA, openTestGateway, tokenOf, type TestGateway } from '../realtime/test-gateway.ts';

const noHttp = () => Promise.reject(new Error('HTTP is not part of this'));

/** One address before several gateways: whoever connects gets the one that is named now. */
async function openDoor(first: TestGateway) {
  let target = first;
  const server = createServer((from) => {
    const to = connect(Number(new URL(target.url).port), '127.0.0.1');
    from.pipe(to).pipe(from);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, leadTo: (gateway: TestGateway) => void (target = gateway) };
}

/** A tab's line to an address, with what it showed and what it said of the connection. */
async function openTab(origin: string, fresh = tokenOf(ANNA)) {
  const shown: number[] = [];
  const said: string[] = [];
  const feed = createTabFeed({
    clock: createServerClock(Date.now, () => undefined),
    news: {
      hear: ({ stream, event }) => stream === 'public' && shown.push(event.seq),
      ...{ arrived: () => undefined, adopted: () => undefined, counts: () => undefined },
      returned: () => undefined,
    },
    line: ({ type }) => said.push(type),
    whisper: () => undefined,
    moved: () => undefined,
    sync: (stream, after) => line.sync(stream, after),
  });
  let current = tokenOf(ANNA);
  const token = () => Promise.resolve(current);
  const freshToken = () => Promise.resolve((current = fresh));
  const line = await openLine({
    ...{ origin, token, freshToken, sync: noHttp, cursors: feed.cursors, ask: feed.ask },
    ended: () => said.push('ENDED'),
    tell: (fact) => feed.hear(fact, true),
  });
  onTestFinished(() => line.close());
  return { shown, said, wake: () => line.wake() };
}

test('[TABS-9] when a gateway goes, the new connection stands before the old is let go, and nothing falls between', async () => {
  await using old = await openTestGateway();
  await using next = await openTestGateway({ log: old.log });
  const door = await openDoor(old);
  const tab = await openTab(door.url);
  await expect.poll(() => tab.said).toEqual(['READY']);
  old.write('public');
  await expect.poll(() => tab.shown).toEqual([1]);

  const drained = old.gateway.drain(60_000);
  // The only gateway refuses newcomers: the old connection goes on meanwhile.
  old.write('public');
  old.timers.pass(10);
  await expect.poll(() => tab.shown).toEqual([1, 2]);
  door.leadTo(next);
  await drained;
  expect(next.gateway.count()).toBe(1);
  next.write('public');
  await expect.poll(() => tab.shown).toEqual([1, 2, 3]);
  expect(tab.said).toEqual(['READY', 'READY']);
});

test('[TABS-9] a gateway that is killed is missed, and the line comes back by itself', async () => {
  const old = await openTestGateway();
  await using next = await openTestGateway({ log: old.log });
  const door = await openDoor(old);
  const tab = await openTab(door.url);
  await expect.poll(() => tab.said).toEqual(['READY']);
  door.leadTo(next);
  next.write('public');
  await old[Symbol.asyncDispose]();
  await expect.poll(() => tab.shown, { timeout: 5000 }).toEqual([1]);
  expect(tab.said.at(-1)).toBe('READY');
});

test('[LIVE-11] a line that is asked and does not answer is said to be lost, long before its heartbeat would tell', async () => {
  await using gateway = await openTestGateway();
  await using hole = await openBlackHole(gateway.url);
  const tab = await openTab(hole.url);
  await expect.poll(() => tab.said).toEqual(['READY']);
  tab.wake();
  gateway.write('public');
  await expect.poll(() => tab.shown).toEqual([1]);
  expect(tab.said).toEqual(['READY']);

  hole.swallow();
  tab.wake();
  await expect.poll(() => tab.said, { timeout: 4000 }).toEqual(['READY', 'LOST']);
});

test('[STAY-12] a session that ended is tried once more with a new token, and is over when that is refused too', async () => {
  await using gateway = await openTestGateway();
  const again = await openTab(gateway.url, tokenOf(ANNA, 'two'));
  const over = await openTab(gateway.url);
  await expect.poll(() => [again.said, over.said]).toEqual([['READY'], ['READY']]);
  await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
  await expect.poll(() => over.said).toContain('ENDED');
  await expect.poll(() => again.said).toEqual(['READY', 'REFUSED', 'START', 'READY']);
  expect(over.said.slice(0, 5)).toEqual(['READY', 'REFUSED', 'START', 'REFUSED', 'ENDED']);
});
