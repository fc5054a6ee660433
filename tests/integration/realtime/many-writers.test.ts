import { nextPageOf, type Activity } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';
import { until } from '../../support/until.ts';

const WRITERS = 32;
const EACH = 5;

describe('many concurrent writers', () => {
  let app: TestApp;
  const people: TestPerson[] = [];
  const tabs: TestSocket[] = [];
  beforeAll(async () => {
    app = await startTestApp({ env: { MAX_SOCKETS_PER_ADDRESS: '100' } });
    for (let n = 0; n < 4; n += 1) people.push(await app.signUp());
    for (const { accessToken: token } of people) tabs.push(await connectSocket(app.url, { token }));
  });
  afterAll(async () => {
    tabs.forEach((tab) => tab[Symbol.dispose]());
    await app[Symbol.asyncDispose]();
  });

  it('[DELIVER-7] with 32 concurrent writers, rows and events are in one order in every list and every tab', async () => {
    const writer = async (_: unknown, n: number) => {
      const author = people[n % people.length];
      for (let k = 0; k < EACH; k += 1)
        await author?.callOk('createActivity', { body: { message: `${n}/${k}` } });
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    await until(() => tabs.every((tab) => tab.applied.public.length >= WRITERS * EACH), {
      what: 'every tab has received every event',
    });
    const orders = tabs.map((tab) =>
      tab.applied.public.map((event) => (event.kind === 'activity.created' ? event.data.uuid : event.kind)),
    );
    const list = await wholeFeed();
    expect(new Set(list).size).toBe(WRITERS * EACH);
    for (const order of orders) expect(order).toEqual([...list].reverse());
  });

  async function wholeFeed(): Promise<string[]> {
    const uuids: string[] = [];
    let before: string | null = '';
    while (before !== null) {
      const page = await people[0]?.call('homeFeed', { query: { limit: '100', ...(before && { before }) } });
      uuids.push(...((page?.body ?? []) as Activity[]).map(({ uuid }) => uuid));
      before = nextPageOf(page?.headers.get('link') ?? null);
    }
    return uuids;
  }
});
