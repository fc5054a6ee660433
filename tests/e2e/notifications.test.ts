import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('the notifications', () => {
  const e2e = setUpE2e();

  it('[NOTE-7, NOTE-8, NOTE-9] show likes as one line and replies in full, and keep their marks until the page is left', async () => {
    const { page, self, consoleProblems } = await e2e.openSignedInBrowser({
      name: 'Ann Note',
      handle: 'ann_note',
    });
    const body = { user_handle: 'ann_note', message: 'The only thing I ever said', ttl: '1-day' } as const;
    const { uuid: activity_uuid } = await self.callOk('createActivity', { body });
    for (const handle of ['bob_note', 'cyd_note']) {
      const other = await e2e.app.signUp({ name: handle, handle });
      await other.callOk('like', { params: { activity_uuid } });
      await other.callOk('createReply', {
        params: { activity_uuid },
        body: { activity_uuid, message: `From ${handle}` },
      });
    }
    await page
      .getByRole('link', { name: /^Notifications, \d new$/ })
      .first()
      .click();
    await page.getByText('From cyd_note').waitFor();
    const likes = page.getByRole('article').filter({ hasText: 'liked your crud' });
    expect(await likes.count()).toBe(1);
    expect(await likes.innerText()).toMatch(/_note and 1 other liked your crud/);
    expect(await likes.locator('.note time').innerText()).toMatch(/ ago$|just now$/);
    expect(await likes.getByRole('button').count()).toBe(0);
    const reply = page.getByRole('article').filter({ hasText: 'From bob_note' });
    await reply.getByRole('button', { name: 'Reply' }).waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
    expect(await page.locator('.note.unread').count()).toBe(3);
    await likes.getByText('The only thing').click();
    await page.waitForURL(`/@ann_note/status/${activity_uuid}`);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('From cyd_note').waitFor();
    await until(async () => (await page.locator('.note.unread').count()) === 0, {
      what: 'no notification is unread',
    });
    expect(consoleProblems).toEqual([]);
  });
});
