import { expect, it } from 'vitest';
import { setUpE2e } from './set-up-e2e.ts';

const e2e = setUpE2e();

it('[REPORT-12] a message of the other member is reported from its menu; an own and a removed one are not', async () => {
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Sends', handle: 'ann_sends' });
  await using bob = await e2e.openSignedInBrowser({ name: 'Bob Reads', handle: 'bob_reads' });
  const send = (message: string) =>
    ann.self.callOk('sendMessage', { body: { handle: 'bob_reads', message } });
  const { message_group_uuid: group = '' } = await send('To be reported');
  const { uuid } = await send('To be removed');
  await ann.self.callOk('unsendMessage', { params: { message_uuid: uuid } });
  await bob.self.callOk('sendMessage', { body: { message_group_uuid: group, message: 'An answer' } });

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
  const reports = await e2e.app.store.db.selectFrom('reports').select(['kind', 'reason']).execute();
  expect(reports).toEqual([{ kind: 'message', reason: 'threat' }]);
});
