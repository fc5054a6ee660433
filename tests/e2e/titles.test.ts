import { describe, it } from 'vitest';
import { setStage } from './stage.ts';

describe('the titles of tabs', () => {
  const stage = setStage();

  it('[SCREEN-3] they count what is unread, as the badges do, and agree', async () => {
    await using ann = await stage.arrive({ name: 'Ann Title', handle: 'ann_title' });
    const bob = await stage.app.signUp({ name: 'Bob Title', handle: 'bob_title' });
    const first = ann.page;
    const second = await first.context().newPage();
    await second.goto('/@ann_title');
    await first.waitForFunction(() => document.title === 'Home · Cruddur');
    const body = { user_handle: 'bob_title', message: 'hello @ann_title', ttl: '1-day' } as const;
    await bob.ask('createActivity', { body });
    await bob.ask('sendMessage', { body: { handle: 'ann_title', message: 'hello' } });
    await bob.ask('sendMessage', { body: { handle: 'ann_title', message: 'again' } });
    await first.waitForFunction(() => document.title === '(3) Home · Cruddur');
    await second.waitForFunction(() => document.title === '(3) @ann_title · Cruddur');
    await first.getByRole('link', { name: 'Messages, 2 new' }).first().waitFor();
    await first.getByRole('link', { name: 'Notifications, 1 new' }).first().click();
    await first.waitForFunction(() => document.title === '(2) Notifications · Cruddur');
    await second.waitForFunction(() => document.title === '(2) @ann_title · Cruddur');
  });
});
