import { expect, it } from 'vitest';
import { operateOnStore } from '../../server/src/operate/operate-on-store.ts';
import { until } from '../support/until.ts';
import { findLeader, openCountedTab, openMoreTabs, waitUntilLive } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { emailOf, PASSWORD } from './test-browser.ts';

const SUE = { name: 'Sue Spended', handle: 'sue_spended' };
const DAY_MS = 86_400_000;

const e2e = setUpE2e();

it('[REPORT-12, SUSPEND-1, SUSPEND-5, SUSPEND-8] a crud is reported from its menu; a suspension ends three open tabs, hides the cruds from a reader, and names its end at the sign-in', async () => {
  await using sue = await e2e.openSignedInBrowser(SUE);
  await using reader = await e2e.openSignedInBrowser({ name: 'Rea Der', handle: 'rea_der' });
  const context = sue.page.context();
  const first = await openCountedTab(context);
  await first.page.goto('/');
  await waitUntilLive(first.page);
  const tabs = [first, ...(await openMoreTabs(context, 2))];
  await sue.page.close();
  await findLeader(tabs);
  await sue.self.callOk('createActivity', { body: { message: 'A crud to hide' } });
  const crud = reader.page.getByRole('article').getByText('A crud to hide');
  await crud.waitFor();

  await reader.page.getByRole('button', { name: 'More about this crud' }).first().click();
  await reader.page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = reader.page.getByRole('dialog', { name: 'Report this crud' });
  await dialog.getByRole('radio', { name: 'Threats' }).check({ force: true });
  await dialog.getByRole('textbox').fill('every day');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await reader.page.getByText('Thank you.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  const operate = (command: Parameters<typeof operateOnStore>[1]['command']) =>
    operateOnStore(e2e.app.store, { operator: 'olive', command }, e2e.app.clock);
  expect(await operate({ name: 'list' })).toMatchObject({
    cases: [{ handle: SUE.handle, reasons: ['threat'] }],
  });
  const end = new Date(e2e.app.clock.now().getTime() + DAY_MS);
  const command = { name: 'suspend', handle: SUE.handle, until: end.toISOString(), reason: 'spam' } as const;
  expect(await operate(command)).toHaveProperty('done');
  const sockets = () => tabs.reduce((sum, tab) => sum + tab.countSockets(), 0);
  const readToken = () => first.page.evaluate(() => localStorage.getItem('access_token'));
  for (const { page } of tabs) await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
  await until(() => sockets() === 0, { what: 'no tab has a socket' });
  expect(await readToken()).toBeNull();
  await crud.waitFor({ state: 'detached' });

  // Sign-ins of the second of the suspension have ended with it.
  await e2e.app.advance(2000);
  const { page } = first;
  await page.goto('/signin');
  const signIn = async () => {
    await page.getByLabel('Email').fill(emailOf(SUE));
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
