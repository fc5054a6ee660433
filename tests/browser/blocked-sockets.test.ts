import { expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { readCrudTexts, waitUntilLive } from '../e2e/shared-tabs.ts';
import { signInByForm } from '../e2e/test-browser.ts';

const ANN = { name: 'Ann Blocked', handle: 'ann_blocked' };
const HOUR_MS = 3_600_000;

const e2e = setUpE2e();

it('[TABS-5] where sockets are blocked the page shows that it polls, and is live again when they can be opened', async () => {
  const writer = await e2e.app.signUp();
  const write = (message: string) => writer.callOk('createActivity', { body: { message, ttl: '1-day' } });
  await e2e.app.signUp(ANN);
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  let isBlocked = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isBlocked) void socket.close({ code: 1001 });
    else socket.connectToServer();
  });
  await signInByForm(page, ANN);
  await page.getByText('Live updates are blocked here. Checking every few seconds.').waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
  await write('Told by a question');
  await page.getByText('Told by a question').waitFor();
  isBlocked = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await waitUntilLive(page);
  await write('Told by a socket');
  await page.getByText('Told by a socket').waitFor();
  expect(await readCrudTexts(page)).toEqual(['Told by a socket', 'Told by a question']);
});

it('[TABS-6] open pages of a visitor show new and expired cruds by polling, without a refetch', async () => {
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
