import { expect, it } from 'vitest';
import { burn, like, postCrud, replyTo, repost } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startLoopTime } from '../../support/loop-time.ts';
import type { TestPerson } from '../../support/people.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { writeSmallClient } from '../../support/write-small-client.ts';

/** No bus connects the two gateways, so that one learns of the other's events from the store only, as while Redis is away. */
const folder = disposeAfterAll(await createTempFolder());
await writeSmallClient(folder.path);
const clientDir = folder.path;
const one = disposeAfterAll(await startTestApp({ clientDir, env: { REDIS_URL: '' } }));
const other = disposeAfterAll(await startTestApp({ clientDir, env: { REDIS_URL: '' }, sharedStoreApp: one }));
const [ann, bob] = [await one.signUp(), await one.signUp()];

const readPage = async (path: string, { url } = other) => (await fetch(url + path)).text();
const profileOf = ({ handle }: TestPerson) => `/@${handle}`;
const post = (message: string) => postCrud(ann, message, '1-hour');

it('pages show each event that was answered before the request, whichever gateway it was at', async () => {
  const path = profileOf(ann);
  expect(await readPage(path)).not.toContain('sent first');
  const { uuid } = await post('sent first');
  expect(await readPage(path)).toContain('sent first');
  await replyTo(bob, uuid, 'replied');
  expect(await readPage(path)).toContain('"replies_count":1');
  const single = `${path}/status/${uuid}`;
  expect(await readPage(single)).toContain('replied');
  await bob.callOk('updateProfile', { body: { display_name: 'Bob renamed' } });
  expect(await readPage(single)).toContain('Bob renamed');
  await burn(ann, uuid);
  expect(await readPage(path)).not.toContain('sent first');
  const gone = await fetch(other.url + single);
  expect([gone.status, (await gone.text()).includes('sent first')]).toEqual([410, false]);
});

it('pages show no burned text, however many visitors ask at the same time', async () => {
  const path = profileOf(ann);
  for (let round = 0; round < 3; round += 1) {
    const message = `burned in round ${round}.`;
    const { uuid } = await post(message);
    const visits = new AbortController();
    const visiting = Promise.all(
      [one, other].map(async (app) => {
        while (!visits.signal.aborted) await readPage(path, app);
      }),
    );
    await until(async () => (await readPage(path)).includes(message), { what: 'the crud is shown' });
    await burn(ann, uuid);
    for (const page of await Promise.all([readPage(path), readPage(path), readPage(path, one)]))
      expect(page).not.toContain(message);
    visits.abort();
    await visiting;
  }
});

it('pages show likes and reposts within a second, which have no public event', async () => {
  const { uuid } = await post('liked and reposted');
  const path = profileOf(ann);
  expect(await readPage(path)).toContain('"likes_count":0');
  expect(await readPage(profileOf(bob))).not.toContain('liked and reposted');
  await like(bob, uuid);
  await repost(bob, uuid);
  const sinceMarked = startLoopTime();
  const isLiked = async () => (await readPage(path)).includes('"likes_count":1');
  await until(isLiked, { what: 'the like is shown' });
  const isReposted = async () => (await readPage(profileOf(bob))).includes('liked and reposted');
  await until(isReposted, { what: 'the repost is shown' });
  expect(sinceMarked()).toBeLessThan(3000);
});

it('pages show no crud from the millisecond in which it expires', async () => {
  await using other = await startTestApp({ clientDir, env: { REDIS_URL: '' }, sharedStoreApp: one });
  const { uuid, expires_at } = await post('expires soon');
  const path = profileOf(ann);
  expect(await readPage(path, other)).toContain(uuid);
  const end = Date.parse(expires_at ?? '');
  await other.advance(end - other.clock.now().getTime() - 300);
  // Visits without a pause: some begin right before the end.
  for (let now = 0; now < end + 100;) {
    const page = await fetch(other.url + path);
    now = other.clock.now().getTime();
    const text = await page.text();
    const sentAt = Number(/"now":(\d+)/.exec(text)?.[1]) + ageOf(page);
    if (sentAt >= end) expect(text).not.toContain(uuid);
  }
  expect(await readPage(path, other)).not.toContain(uuid);
});

it('pages state the time since they were rendered', async () => {
  const first = await fetch(one.url + profileOf(ann));
  const firstText = await first.text();
  const isOlder = async () => {
    const page = await fetch(one.url + profileOf(ann));
    expect(await page.text()).toBe(firstText);
    return ageOf(page) >= ageOf(first) + 20;
  };
  await until(isOlder, { what: 'the same page is 20 ms older' });
  expect((await fetch(`${one.url}/about`)).headers.get('server-timing')).toBeNull();
});

it('pages show nothing of a deleted user', async () => {
  const cy = await one.signUp({ name: 'Cy Deleted' });
  const { uuid } = await post('with a reply');
  await replyTo(cy, uuid, 'of the deleted');
  const path = `${profileOf(ann)}/status/${uuid}`;
  expect(await readPage(path)).toContain('of the deleted');
  expect(await readPage(profileOf(cy))).toContain('Cy Deleted');
  await cy.callOk('deleteAccount');
  expect(await readPage(path)).not.toContain('of the deleted');
  expect((await fetch(other.url + profileOf(cy))).status).toBe(404);
});

function ageOf({ headers }: Response): number {
  return Number(/^age;dur=(\d+)$/.exec(headers.get('server-timing') ?? '')?.[1]);
}
