import { describe, expect, it } from 'vitest';
import { burn, like, postCrud, unlike } from '../support/actions.ts';
import { until } from '../support/until.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('the notifications', () => {
  const e2e = setUpE2e();

  it('a badge falls in every tab when a mention burns and a like is taken back', async () => {
    const { page, self, consoleProblems } = await e2e.openSignedInBrowser({
      name: 'Dot Badge',
      handle: 'dot_badge',
    });
    const second = await page.context().newPage();
    await second.goto('/messages');
    const bob = await e2e.app.signUp();
    const { uuid } = await postCrud(self, 'likeable');
    const mention = await postCrud(bob, 'hello @dot_badge');
    await like(bob, uuid);
    const showsUnread = (count: number) =>
      until(
        async () => {
          const titles = await Promise.all([page, second].map((tab) => tab.title()));
          const badges = await Promise.all(
            [page, second].map((tab) =>
              tab
                .getByRole('link', {
                  name: count === 0 ? 'Notifications' : `Notifications, ${count} new`,
                  exact: true,
                })
                .count(),
            ),
          );
          return (
            titles.every((title) => title.startsWith('(') === count > 0) && badges.every((found) => found > 0)
          );
        },
        { what: `both tabs show ${count} unread` },
      );
    await showsUnread(2);
    await burn(bob, mention.uuid);
    await showsUnread(1);
    await unlike(bob, uuid);
    await showsUnread(0);
    expect(consoleProblems).toEqual([]);
  });

  it('show likes as one line and replies in full, and keep their marks until the page is left', async () => {
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
