import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { waitUntilLive } from '../e2e/shared-tabs.ts';
import { waitForNewCrud } from '../e2e/test-browser.ts';
import { addCruds } from '../support/add-cruds.ts';
import { until } from '../support/until.ts';

const e2e = setUpE2e();

/** Hides or shows a page, which no driver can: pages of a headless browser are always visible. */
const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { get: () => next, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

/** Records the frames of a page's sockets. */
function recordFrames(page: Page) {
  const sent: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  const countEvents = (stream: string) =>
    received.filter((frame) => frame.startsWith(`42["events",{"stream":"${stream}"`)).length;
  return { sent, received, countEvents };
}

it('with all tabs hidden, public events wait and notifications do not; the tab that is shown first has everything', async () => {
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Away', handle: 'ann_away' });
  const [writer, other] = [await e2e.app.signUp(), await e2e.app.signUp()];
  const write = (message: string, by = writer) => by.callOk('createActivity', { body: { message } });
  const { uuid } = await ann.self.callOk('createActivity', { body: { message: 'Her own' } });
  const [first, second] = [ann.page, await ann.page.context().newPage()];
  const frames = recordFrames(first);
  await first.reload();
  await waitUntilLive(first);
  await second.goto('/');
  await waitUntilLive(second);
  for (const page of [first, second]) await setVisibility(page, 'hidden');
  await until(() => frames.sent.some((frame) => frame.startsWith('42["quiet"')), {
    what: 'the gateway is told that no tab is visible',
  });
  const [publicEvents, ownEvents] = [frames.countEvents('public'), frames.countEvents('me')];
  const texts = ['First while away', 'Second while away', 'Third while away'];
  for (const text of texts) await write(text);
  await writer.callOk('like', { params: { activity_uuid: uuid } });
  await until(() => frames.countEvents('me') > ownEvents, { what: 'the notification arrives' });
  expect(frames.countEvents('public')).toBe(publicEvents);

  // The second tab follows the first one, which holds the socket and stays hidden.
  await setVisibility(second, 'visible');
  for (const text of texts) await waitForNewCrud(second, text);
  await write('After the return', other);
  await waitForNewCrud(second, 'After the return');
  await setVisibility(first, 'visible');
  for (const text of [...texts, 'After the return']) await waitForNewCrud(first, text);
});

it('counts arrive for cruds on the screen, and are current when a crud scrolls into view', async () => {
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Counts', handle: 'ann_counts' });
  const writer = await e2e.app.signUp();
  const author = [writer.sub, ann.self.sub];
  const uuids = await addCruds(e2e.app, { author, count: 15, textOf: (index) => `Crud ${index}` });
  const frames = recordFrames(ann.page);
  await ann.page.reload();
  await waitUntilLive(ann.page);
  const cardOf = (uuid: string) => ann.page.locator(`article[data-crud="${uuid}"]`);
  const [below = '', top = ''] = [uuids[0], uuids.at(-1)];
  const isIn = (list: string[], kind: string, uuid: string) =>
    list.some((frame) => frame.startsWith(`42["${kind}"`) && frame.includes(uuid));
  await until(() => isIn(frames.sent, 'viewing', top), { what: 'the cruds on the screen are reported' });
  for (const activity_uuid of [below, top]) await writer.callOk('like', { params: { activity_uuid } });
  await cardOf(top).getByRole('button', { name: 'Like, 1' }).waitFor();
  expect([top, below].map((uuid) => isIn(frames.received, 'counts', uuid))).toEqual([true, false]);
  await cardOf(below).scrollIntoViewIfNeeded();
  await cardOf(below).getByRole('button', { name: 'Like, 1' }).waitFor();
});
