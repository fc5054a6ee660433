import { expect, it } from 'vitest';
import { setUpE2e } from './set-up-e2e.ts';
import { waitUntilLive } from './shared-tabs.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { emailOf, openBrowserOf, PASSWORD } from './test-browser.ts';
import { operateOnStore } from '../../server/src/wiring/operate-on-store.ts';

const SUE = { name: 'Sue Spended', handle: 'sue_spended' };
const DAY_MS = 86_400_000;

const e2e = setUpE2e();
const operate = (command: Parameters<typeof operateOnStore>[1]['command']) =>
  operateOnStore(e2e.app.store, { operator: 'olive', command }, e2e.app.clock);

it('[SUSPEND-8, ACCESS-9] a crud is reported from its menu; a suspension signs out all tabs, hides the cruds from a reader, and names its end at the sign-in', async () => {
  await using sue = await e2e.openSignedInBrowser(SUE);
  await using reader = await e2e.openSignedInBrowser({ name: 'Rea Der', handle: 'rea_der' });
  const { page } = sue;
  const second = await page.context().newPage();
  await second.goto('/');
  await waitUntilLive(second);
  await sue.self.callOk('createActivity', { body: { message: 'A crud to hide' } });
  const crud = reader.page.getByRole('article').getByText('A crud to hide');
  await crud.waitFor();

  await reader.page.getByRole('button', { name: 'More about this crud' }).first().click();
  await reader.page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = reader.page.getByRole('dialog', { name: 'Report this crud' });
  // The focus on the first reason does not look like a choice of it.
  const markOf = (name: string) =>
    dialog
      .getByRole('radio', { name })
      .evaluate((input) => getComputedStyle(input.closest('label') ?? input, '::before').borderTopColor);
  await waitUntilFocused(dialog.getByRole('radio', { name: 'Harassment' }));
  expect(await markOf('Harassment')).toBe(await markOf('Threats'));
  await dialog.getByRole('radio', { name: 'Threats' }).check({ force: true });
  expect(await markOf('Harassment')).not.toBe(await markOf('Threats'));
  await dialog.getByRole('textbox').fill('every day');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await reader.page.getByText('Thank you.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  expect(await operate({ name: 'list' })).toMatchObject({
    cases: expect.arrayContaining([
      expect.objectContaining({ handle: SUE.handle, reasons: ['threat'] }),
    ]) as unknown,
  });
  const end = new Date(e2e.app.clock.now().getTime() + DAY_MS);
  const command = { name: 'suspend', handle: SUE.handle, until: end.toISOString(), reason: 'spam' } as const;
  expect(await operate(command)).toHaveProperty('done');
  const readToken = () => page.evaluate(() => localStorage.getItem('access_token'));
  for (const tab of [page, second]) await tab.getByRole('link', { name: 'Join Now' }).first().waitFor();
  expect(await readToken()).toBeNull();
  await crud.waitFor({ state: 'detached' });

  // Sign-ins of the second of the suspension have ended with it.
  await e2e.app.advance(2000);
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByRole('heading', { name: 'Sign into' }).waitFor();
  const signIn = async () => {
    await page.getByLabel('Email').fill(emailOf(SUE));
    // A second press of an unchanged form within 300 ms is ignored as a double press.
    await page.getByLabel('Password', { exact: true }).clear();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signIn();
  await page.getByText(`Your account is suspended until ${end.getDate()} `).waitFor();
  expect(await readToken()).toBeNull();

  expect(await operate({ name: 'lift', handle: SUE.handle, reason: 'settled' })).toHaveProperty('done');
  await crud.waitFor();
  await signIn();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

it('[SUSPEND-11] after a refused sign-in a suspended user downloads the data and deletes the account', async () => {
  const ned = await e2e.app.signUp({ name: 'Ned Rights', handle: 'ned_rights' });
  await operate({ name: 'suspend', handle: ned.handle, until: null, reason: 'spam' });
  await e2e.app.advance(2000);
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  const signIn = async () => {
    await page.getByLabel('Email').fill(ned.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Your account is suspended.').waitFor();
  };
  await page.goto('/signin');
  await signIn();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^cruddur-ned_rights-.*\.json$/);
  await page.getByText('Saved as').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();

  // The token is forgotten with the page.
  await page.getByRole('link', { name: 'Sign up!' }).click();
  await page.getByRole('heading', { name: 'Sign up to' }).waitFor();
  await page.goBack();
  const deleteButton = page.getByRole('button', { name: 'Delete account' });
  await page.getByRole('heading', { name: 'Sign into' }).waitFor();
  expect(await deleteButton.count()).toBe(0);
  await signIn();
  await deleteButton.click();
  const dialog = page.getByRole('dialog', { name: 'Delete account?' });
  await dialog.getByLabel('Your handle').fill('ned_rights');
  await page.keyboard.press('Enter');
  await page.getByText('Your account and everything you posted have been deleted.').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  expect((await e2e.app.visitor.call('profilePage', { params: ned })).status).toBe(404);
  expect(visitor.consoleProblems).toEqual([]);
});

it('a message of the other member is reported from its menu; an own and a removed one are not', async () => {
  const ann = await e2e.app.signUp({ name: 'Ann Sends', handle: 'ann_sends' });
  const self = await e2e.app.signUp({ name: 'Bob Reads', handle: 'bob_reads' });
  const send = (message: string) => ann.callOk('sendMessage', { body: { handle: 'bob_reads', message } });
  const { message_group_uuid: group = '' } = await send('To be reported');
  const { uuid } = await send('To be removed');
  await ann.callOk('unsendMessage', { params: { message_uuid: uuid } });
  await self.callOk('sendMessage', { body: { message_group_uuid: group, message: 'An answer' } });

  await using bob = await openBrowserOf(e2e.browser, e2e.app, self);
  const { page } = bob;
  await page.goto(`/messages/${group}`);
  const menuOf = (text: string) =>
    page.locator('.message', { hasText: text }).getByRole('button', { name: 'More about this message' });
  await menuOf('An answer').press('Enter');
  await page.getByRole('menuitem', { name: 'Remove for everyone' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Report' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await menuOf('Message removed').count()).toBe(0);

  await page.locator('.message', { hasText: 'To be reported' }).hover();
  await menuOf('To be reported').click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this message' });
  await dialog.getByRole('radio', { name: 'Threats' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Report' }).click();
  await page.getByText('Thank you.').waitFor();
  const reports = e2e.app.store.db.selectFrom('reports').select(['kind', 'reason']);
  expect(await reports.where('kind', '=', 'message').execute()).toEqual([
    { kind: 'message', reason: 'threat' },
  ]);
});
