import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;

describe('the expiry of a crud or message', () => {
  const e2e = setUpE2e();

  it('[EXPIRY-6] an expired crud disappears from an open page within a second', async () => {
    const ann = await e2e.app.signUp({ name: 'Ann End', handle: 'ann_end' });
    await using bob = await e2e.openSignedInBrowser({ name: 'Bob End', handle: 'bob_end' });
    const body = { user_handle: ann.handle, message: 'gone in an hour', ttl: '1-hour' } as const;
    const { expires_at } = await ann.callOk('createActivity', { body });
    const crud = bob.page.getByText('gone in an hour');
    await crud.waitFor();
    // The page learns of the advanced clock within five seconds, with the server's next head; on a busy machine later.
    await e2e.app.advance(HOUR_MS - 15_000);
    await bob.page.locator('.ending').first().waitFor();
    await crud.waitFor({ state: 'hidden' });
    const { body: answer } = await e2e.app.visitor.send('POST', '/local/clock', {
      body: { advance_ms: 0 },
    });
    const { now } = answer as { now: string };
    const late = Date.parse(now) - Date.parse(expires_at ?? '');
    // In both directions: the page knows the server's time only as exactly as the latency allows.
    expect(Math.abs(late)).toBeLessThan(1000);
  });

  it('[LIFETIME-9, LIFETIME-10] a lifetime of one hour is shown to both members, and its messages disappear on time', async () => {
    await using cay = await e2e.openSignedInBrowser({ name: 'Cay End', handle: 'cay_end' });
    await using dan = await e2e.openSignedInBrowser({ name: 'Dan End', handle: 'dan_end' });
    const first = await cay.self.callOk('sendMessage', { body: { handle: 'dan_end', message: 'Stays' } });
    const pages = [cay.page, dan.page];
    for (const page of pages) await page.goto(`/messages/${first.message_group_uuid ?? ''}`);
    const log = (page: Page) => page.getByRole('log');
    const row = (page: Page) => page.locator('.conversation-row');
    await cay.page.getByRole('button', { name: 'More about this conversation' }).click();
    await cay.page.getByRole('menuitemradio', { name: '1 hour' }).click();
    await log(cay.page).getByText('You set messages to disappear after 1 hour.').waitFor();
    await log(dan.page).getByText('Cay End set messages to disappear after 1 hour.').waitFor();
    for (const page of pages)
      await page.getByRole('heading', { name: /messages disappear after 1 hour/ }).waitFor();
    await cay.page.getByPlaceholder('send a direct message...').fill('Gone in an hour');
    await cay.page.keyboard.press('Enter');
    const texts = pages
      .flatMap((page) => [log(page), row(page)])
      .map((on) => on.getByText('Gone in an hour'));
    for (const text of texts) await text.waitFor();
    await e2e.app.advance(HOUR_MS - 15_000);
    for (const text of texts) await text.waitFor({ state: 'hidden' });
    for (const page of pages) await row(page).getByText('Stays').waitFor();
  });
});
