import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { waitUntilLive } from '../e2e/shared-tabs.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

/** Lets a test hide and show a page, which no driver can: pages of a headless browser are always visible. */
async function controlVisibility(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let state = sessionStorage.getItem('test visibility') ?? 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    Object.assign(globalThis, {
      setVisibility(next: string) {
        state = next;
        sessionStorage.setItem('test visibility', next);
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      },
    });
  });
}

const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((next) => {
    (globalThis as unknown as { setVisibility: (state: string) => void }).setVisibility(next);
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

describe('the attention of a user', () => {
  const e2e = setUpE2e();

  it('[QUIET-7] with all tabs hidden, public events wait and notifications do not; the tab that is shown first has everything', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Away', handle: 'ann_away' });
    const writer = await e2e.app.signUp({ name: 'Wil Writer' });
    const { uuid } = await ann.self.callOk('createActivity', { body: { message: 'Her own', ttl: '1-day' } });
    const [first, second] = [ann.page, await ann.page.context().newPage()];
    for (const page of [first, second]) await controlVisibility(page);
    const frames = recordFrames(first);
    await first.reload();
    await waitUntilLive(first);
    await second.goto('/');
    await waitUntilLive(second);

    await setVisibility(first, 'hidden');
    await setVisibility(second, 'hidden');
    await until(() => frames.sent.some((frame) => frame.startsWith('42["quiet"')), {
      what: 'the gateway is told that no tab is visible',
    });
    const [publicEvents, ownEvents] = [frames.countEvents('public'), frames.countEvents('me')];
    const texts = ['First while away', 'Second while away', 'Third while away'];
    for (const message of texts) await writer.callOk('createActivity', { body: { message, ttl: '1-day' } });
    await writer.callOk('like', { params: { activity_uuid: uuid } });
    await until(() => frames.countEvents('me') > ownEvents, { what: 'the notification arrives' });
    expect(frames.countEvents('public')).toBe(publicEvents);

    // The second tab follows the first one, which holds the socket and stays hidden.
    await setVisibility(second, 'visible');
    for (const text of texts) await second.getByText(text).waitFor();
    await writer.callOk('createActivity', { body: { message: 'After the return', ttl: '1-day' } });
    await second.getByText('After the return').waitFor();
    await setVisibility(first, 'visible');
    for (const text of [...texts, 'After the return']) await first.getByText(text).waitFor();
  });

  it('[COUNTS-12] counts arrive for cruds on the screen, and are current when a crud scrolls into view', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Counts', handle: 'ann_counts' });
    const writer = await e2e.app.signUp({ name: 'Wil Likes' });
    const uuids: string[] = [];
    for (let count = 0; count < 15; count += 1) {
      const body = { message: `Counted crud ${count}`, ttl: '1-day' } as const;
      uuids.push((await writer.callOk('createActivity', { body })).uuid);
    }
    const frames = recordFrames(ann.page);
    await ann.page.reload();
    await waitUntilLive(ann.page);
    const cardOf = (uuid: string) => ann.page.locator(`article[data-crud="${uuid}"]`);
    const [below, top] = [uuids[0] ?? '', uuids.at(-1) ?? ''];
    await until(() => frames.sent.some((frame) => frame.startsWith('42["viewing"') && frame.includes(top)), {
      what: 'the cruds on the screen are reported',
    });
    await writer.callOk('like', { params: { activity_uuid: below } });
    await writer.callOk('like', { params: { activity_uuid: top } });
    await cardOf(top).getByRole('button', { name: 'Like, 1' }).waitFor();
    const isCounted = (uuid: string) =>
      frames.received.some((frame) => frame.startsWith('42["counts"') && frame.includes(uuid));
    expect([isCounted(top), isCounted(below)]).toEqual([true, false]);

    await cardOf(below).scrollIntoViewIfNeeded();
    await cardOf(below).getByRole('button', { name: 'Like, 1' }).waitFor();
  });
});
