import { it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const HOUR_MS = 3_600_000;

const e2e = setUpE2e();

it('open pages of a visitor show new and expired cruds by polling, without a refetch', async () => {
  const writer = await e2e.app.signUp({ name: 'Odd Author' });
  const write = (message: string, ttl: '1-hour' | '1-day') =>
    writer.callOk('createActivity', { body: { message, ttl } });
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  const poll = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  /** The first poll only reads the head of the stream. */
  const waitForFirstPoll = () => page.waitForResponse(/\/api\/sync$/);
  /** From here on events arrive by polling only: the page's own requests hang. */
  const holdPage = () => page.route(/\/api\/activities\/@/, () => undefined);
  const profilePolled = waitForFirstPoll();
  await page.goto(`/@${writer.handle}`);
  await page.getByRole('heading', { name: 'Odd Author' }).first().waitFor();
  await profilePolled;
  await holdPage();
  await write('Soon over', '1-hour');
  const { uuid } = await write('For passers-by', '1-day');
  await page.getByText('Soon over').waitFor();
  await e2e.app.advance(HOUR_MS);
  await poll();
  await page.getByText('Soon over').waitFor({ state: 'detached' });
  await page.unroute(/\/api\/activities\/@/);

  const crudPolled = waitForFirstPoll();
  await page.getByText('For passers-by').click();
  await page.getByRole('heading', { name: 'Crud' }).waitFor();
  await page.getByText('Nothing to see here yet').waitFor();
  await crudPolled;
  await holdPage();
  const body = { activity_uuid: uuid, message: 'Heard later' };
  await writer.callOk('createReply', { params: { activity_uuid: uuid }, body });
  await poll();
  await page.getByText('Heard later').waitFor();
  await e2e.app.advance(24 * HOUR_MS);
  await poll();
  await page.getByText('This crud has been forgotten').waitFor();
});
