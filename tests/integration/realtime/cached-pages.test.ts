import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import type { TestPerson } from '../../support/people.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { writeSmallClient } from '../../support/write-small-client.ts';

/** No bus connects the two, so that one learns of the other's events from the store only, as while Redis is away. */
describe('pages of a gateway without a bus', () => {
  let one: TestApp;
  let other: TestApp;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let ann: TestPerson;
  let bob: TestPerson;

  beforeAll(async () => {
    folder = await createTempFolder();
    await writeSmallClient(folder.path);
    const clientDir = folder.path;
    one = await startTestApp({ clientDir, env: { REDIS_URL: '' } });
    other = await startTestApp({ clientDir, env: { REDIS_URL: '' }, sharedStoreApp: one });
    [ann, bob] = [await one.signUp(), await one.signUp()];
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const readPage = async (path: string, { url } = other) => (await fetch(url + path)).text();
  const profileOf = ({ handle }: TestPerson) => `/@${handle}`;
  const post = (message: string) => ann.callOk('createActivity', { body: { message, ttl: '1-hour' } });

  it('[PAINT-23] show each event that was answered before the request, whichever gateway it was at', async () => {
    const path = profileOf(ann);
    expect(await readPage(path)).not.toContain('sent first');
    const { uuid } = await post('sent first');
    expect(await readPage(path)).toContain('sent first');
    const params = { activity_uuid: uuid };
    await bob.callOk('createReply', { params, body: { ...params, message: 'replied' } });
    expect(await readPage(path)).toContain('"replies_count":1');
    const single = `${path}/status/${uuid}`;
    expect(await readPage(single)).toContain('replied');
    await bob.callOk('updateProfile', { body: { display_name: 'Bob renamed' } });
    expect(await readPage(single)).toContain('Bob renamed');
    await ann.callOk('burnActivity', { params });
    expect(await readPage(path)).not.toContain('sent first');
    const gone = await fetch(other.url + single);
    expect([gone.status, (await gone.text()).includes('sent first')]).toEqual([410, false]);
  });

  it('[PAINT-23] show no burned text, however many visitors ask at the same time', async () => {
    const path = profileOf(ann);
    for (let round = 0; round < 10; round += 1) {
      const message = `burned in round ${round}.`;
      const { uuid } = await post(message);
      const visits = new AbortController();
      const visiting = Promise.all(
        [one, other].map(async (app) => {
          while (!visits.signal.aborted) await readPage(path, app);
        }),
      );
      await until(async () => (await readPage(path)).includes(message), { what: 'the crud is shown' });
      await ann.callOk('burnActivity', { params: { activity_uuid: uuid } });
      for (const page of await Promise.all([readPage(path), readPage(path), readPage(path, one)]))
        expect(page).not.toContain(message);
      visits.abort();
      await visiting;
    }
  });

  it('[PAINT-22] show likes and reposts within a second, which have no public event', async () => {
    const { uuid } = await post('liked and reposted');
    const path = profileOf(ann);
    expect(await readPage(path)).toContain('"likes_count":0');
    expect(await readPage(profileOf(bob))).not.toContain('liked and reposted');
    await bob.callOk('like', { params: { activity_uuid: uuid } });
    await bob.callOk('repost', { params: { activity_uuid: uuid } });
    const markedAt = performance.now();
    await until(async () => (await readPage(path)).includes('"likes_count":1'), {
      what: 'the like is shown',
    });
    await until(async () => (await readPage(profileOf(bob))).includes('liked and reposted'), {
      what: 'the repost is shown',
    });
    expect(performance.now() - markedAt).toBeLessThan(3000);
  });

  it('[PAINT-24] show no crud from the millisecond in which it expires', async () => {
    const { uuid, expires_at } = await post('expires soon');
    const path = profileOf(ann);
    expect(await readPage(path)).toContain(uuid);
    const end = Date.parse(expires_at ?? '');
    await other.advance(end - other.clock.now().getTime() - 300);
    expect(await readPage(path)).toContain(uuid);
    // Visits without a pause: some begin right before the end.
    for (let now = 0; now < end + 100;) {
      const page = await fetch(other.url + path);
      now = other.clock.now().getTime();
      const text = await page.text();
      const sentAt = Number(/"now":(\d+)/.exec(text)?.[1]) + ageOf(page);
      if (sentAt >= end) expect(text).not.toContain(uuid);
      await pause(1);
    }
    expect(await readPage(path)).not.toContain(uuid);
  });

  it('[PAINT-26] state the time since they were rendered', async () => {
    const first = await fetch(one.url + profileOf(ann));
    await pause(20);
    const second = await fetch(one.url + profileOf(ann));
    expect(ageOf(second)).toBeGreaterThanOrEqual(ageOf(first) + 20);
    expect(await second.text()).toBe(await first.text());
    expect((await fetch(one.url)).headers.get('server-timing')).toBeNull();
  });

  it('[PAINT-23] show nothing of a deleted user', async () => {
    const cy = await one.signUp({ name: 'Cy Deleted' });
    const { uuid } = await post('with a reply');
    const params = { activity_uuid: uuid };
    await cy.callOk('createReply', { params, body: { ...params, message: 'of the deleted' } });
    const path = `${profileOf(ann)}/status/${uuid}`;
    expect(await readPage(path)).toContain('of the deleted');
    expect(await readPage(profileOf(cy))).toContain('Cy Deleted');
    const { status } = await createClient(one.url, cy.accessToken).call('deleteAccount');
    expect(status).toBe(200);
    expect(await readPage(path)).not.toContain('of the deleted');
    expect((await fetch(other.url + profileOf(cy))).status).toBe(404);
  });
});

function ageOf({ headers }: Response): number {
  return Number(/^age;dur=(\d+)$/.exec(headers.get('server-timing') ?? '')?.[1]);
}
