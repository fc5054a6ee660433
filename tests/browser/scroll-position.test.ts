import { describe, it } from 'vitest';
import { expectKept, scrollByWheel } from '../e2e/card-movement.ts';
import { holdRequests } from '../e2e/hold-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { addCruds } from '../support/add-cruds.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const textOf = (index: number) => `Old ${String(index)}. ${'Some words to read. '.repeat(index % 7)}`;

describe('the crud being read on a profile', () => {
  const e2e = setUpE2e();

  it('[FEED-7] does not move when others come and go before the event of a scroll', async () => {
    const cat = await e2e.app.signUp({ name: 'Cat Scroll', handle: 'cat_scroll' });
    const uuids = await addCruds(e2e.app, { author: cat.sub, count: 25, textOf });
    await using eve = await e2e.openSignedInBrowser({ name: 'Eve Scroll', handle: 'eve_scroll' });
    // In a page without frames, like that of a covered window, these events are late.
    await eve.page.addInitScript(() =>
      window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true }),
    );
    await eve.page.goto('/@cat_scroll');
    const feed = eve.page.getByRole('feed', { name: 'Cruds by Cat Scroll' });
    await feed.getByText('Old 24.').waitFor();
    await eve.page.evaluate(() => window.scrollBy({ top: 1500 }));
    await expectKept(eve.page, async () => {
      await cat.callOk('burnActivity', { params: { activity_uuid: uuids.at(-1) ?? '' } });
      await feed.getByText('Old 24.').waitFor({ state: 'detached' });
      await cat.callOk('createActivity', { body: { message: 'New above', ttl: '1-day' } });
      await feed.getByText('New above').waitFor();
    });
  });

  it('keeps its place through hydration in a list that is rendered completely', async () => {
    const fay = await e2e.app.signUp({ name: 'Fay Feed', handle: 'fay_feed' });
    await addCruds(e2e.app, { author: fay.sub, count: 25, textOf });
    await using visitor = await e2e.openBrowser();
    const release = await holdRequests(visitor.page, '**/static/js/**');
    await visitor.page.goto('/@fay_feed', { waitUntil: 'commit' });
    await visitor.page.getByText('Old 13.').waitFor();
    await scrollByWheel(visitor.page, 2200);
    await expectKept(visitor.page, async () => {
      release();
      await visitor.page.locator('.feed:not(.unpositioned)').waitFor();
      await waitUntilHydrated(visitor.page);
    });
  });
});
