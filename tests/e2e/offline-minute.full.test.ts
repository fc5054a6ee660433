import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { postCrud, signInByForm } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { waitForServiceWorker, waitUntilSent, pendingBadges } from './pending-cruds.ts';

const MINUTE_MS = 60_000;
/** Time for a reload of the lists, the connection, and three cruds in turn. */
const RETURN_MS = 20_000;
const BOB = { name: 'Bob Minute', handle: 'bob_minute' };

const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });

it.each([
  { how: 'in an open page', isReloaded: false },
  { how: 'with a reload in between', isReloaded: true },
])(
  '[OUTBOX-3] three cruds written during a minute offline, $how, appear once each and in order after the reconnect',
  async ({ how, isReloaded }) => {
    const ann = { name: 'Ann Minute', handle: isReloaded ? 'ann_reloads' : 'ann_stays' };
    await e2e.app.signUp(ann);
    await using visitor = await e2e.openBrowser({ serviceWorkers: 'allow' });
    await using bob = await e2e.openSignedInBrowser({
      ...BOB,
      handle: `${BOB.handle}_${isReloaded ? 'b' : 'a'}`,
    });
    const { page } = visitor;
    await signInByForm(page, ann);
    await page.getByText('Live', { exact: true }).waitFor();
    await waitForServiceWorker(page);
    const texts = ['one', 'two', 'three'].map((number) => `${number} ${how}`);

    const cutAt = Date.now();
    const untilOffFor = (ms: number) =>
      until(() => Date.now() - cutAt >= ms, { what: 'time passes', timeoutMs: MINUTE_MS });
    await page.context().setOffline(true);
    for (const [index, text] of texts.entries()) {
      await untilOffFor((index * MINUTE_MS) / texts.length);
      await postCrud(page, text);
      await until(async () => (await pendingBadges(page).count()) === index + 1, { what: 'the crud waits' });
      if (isReloaded && index === 1) await page.reload();
    }
    await page.getByText('You are offline. Three cruds are waiting.').waitFor();
    await untilOffFor(MINUTE_MS);
    const backAt = Date.now();
    await page.context().setOffline(false);
    for (const on of [page, bob.page]) await waitUntilSent(on, texts.toReversed());
    expect(Date.now() - backAt).toBeLessThan(RETURN_MS);
  },
  5 * MINUTE_MS,
);
