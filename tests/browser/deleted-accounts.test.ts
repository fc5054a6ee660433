import { ERASED_NAME } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const e2e = setUpE2e();

it('a deleted account has no composer; a user who merely has that name can be written to', async () => {
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Edge', handle: 'ann_edge' });
  const { page } = ann;
  const [gone, named] = await Promise.all([e2e.app.signUp(), e2e.app.signUp()]);
  // A name from before it was reserved.
  const names = e2e.app.store.db.updateTable('people').set({ display_name: ERASED_NAME });
  await names.where('sub', '=', named.sub).execute();
  const composer = page.getByPlaceholder('send a direct message...');
  const open = async (handle: string) => {
    await ann.self.callOk('sendMessage', { body: { message: `Dear ${handle}`, handle } });
    await page.goto(`/messages/new/${handle}`);
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
  };
  await open(named.handle);
  await page.getByRole('heading', { name: ERASED_NAME }).waitFor();
  await composer.fill('You have a strange name');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('You have a strange name').waitFor();

  await open(gone.handle);
  await composer.waitFor();
  await gone.callOk('deleteAccount', {});
  await page.getByText('This account was deleted and can’t receive messages.').waitFor();
  await page.getByRole('log').getByText(`Dear ${gone.handle}`).waitFor();
  expect(await composer.count()).toBe(0);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

it('an open profile of a deleted user shows that the account does not exist, with and without a crud', async () => {
  await using ben = await e2e.openSignedInBrowser({ name: 'Ben Edge', handle: 'ben_edge' });
  await using visitor = await e2e.openBrowser();
  const [quiet, deleted] = await Promise.all([e2e.app.signUp(), e2e.app.signUp()]);
  await deleted.callOk('createActivity', { body: { message: 'Loud words', ttl: '7-days' } });
  const seen = await ben.page.context().newPage();
  await seen.goto(`/@${quiet.handle}`);
  await seen.getByText('0 Cruds').waitFor();
  for (const page of [ben.page, visitor.page]) {
    await page.goto(`/@${deleted.handle}`);
    await page.getByText('Loud words').waitFor();
  }
  await Promise.all([quiet.callOk('deleteAccount', {}), deleted.callOk('deleteAccount', {})]);
  for (const page of [seen, ben.page, visitor.page]) {
    await page.getByText('No one here by that name').waitFor();
    expect(await page.getByText('Loud words').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Message', exact: true }).count()).toBe(0);
  }
});

it('[STAY-13] a browser whose account is deleted elsewhere says so, and asks for no sign-in', async () => {
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Leaves', handle: 'ann_leaves' });
  await ann.self.callOk('deleteAccount', {});
  await ann.page.getByRole('status').getByText('The account @ann_leaves has been deleted.').waitFor();
  expect(await ann.page.getByRole('status').getByRole('button', { name: 'Sign In' }).count()).toBe(0);
});
