import { describe, expect, it } from 'vitest';
import { signInByForm } from '../e2e/test-browser.ts';
import { waitUntilLive } from '../e2e/shared-tabs.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const ANN = { name: 'Ann Blocked', handle: 'ann_blocked' };
const HOUR_MS = 3_600_000;
const POLLING = 'Live updates are blocked here. Checking every few seconds.';

describe('blocked sockets', () => {
  const e2e = setUpE2e();

  it('[TABS-5] the page shows that it polls, and is live again when sockets can be opened', async () => {
    const writer = await e2e.app.signUp();
    const write = (message: string) => writer.callOk('createActivity', { body: { message, ttl: '1-day' } });
    await e2e.app.signUp(ANN);
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    let blocked = true;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (blocked) void socket.close({ code: 1001 });
      else socket.connectToServer();
    });
    await signInByForm(page, ANN);
    await page.getByText(POLLING).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    await write('Told by a question');
    await page.getByText('Told by a question').waitFor();
    blocked = false;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await waitUntilLive(page);
    await write('Told by a socket');
    await page.getByText('Told by a socket').waitFor();
    expect(await page.locator('article p.crud-text').allInnerTexts()).toEqual([
      'Told by a socket',
      'Told by a question',
    ]);
  });

  it('[TABS-6] open pages of a visitor show new and expired cruds by polling, without a refetch', async () => {
    const writer = await e2e.app.signUp({ name: 'Odd Author' });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const pollOnce = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
    /** From here on events arrive by polling only: the page's own requests hang. */
    const holdPage = () => page.route(/\/api\/activities\/@/, () => undefined);
    /** The first poll only reads the head of the stream. */
    const follows = () => page.waitForResponse(/\/api\/sync$/);
    const followsProfile = follows();
    await page.goto(`/@${writer.handle}`);
    await page.getByRole('heading', { name: 'Odd Author' }).first().waitFor();
    await followsProfile;
    await holdPage();
    await writer.callOk('createActivity', { body: { message: 'Soon over', ttl: '1-hour' } });
    const { uuid } = await writer.callOk('createActivity', {
      body: { message: 'For passers-by', ttl: '1-day' },
    });
    await page.getByText('Soon over').waitFor();
    await e2e.app.advance(HOUR_MS);
    await pollOnce();
    await page.getByText('Soon over').waitFor({ state: 'detached' });
    await page.unroute(/\/api\/activities\/@/);

    const followsPost = follows();
    await page.getByText('For passers-by').click();
    await page.getByRole('heading', { name: 'Crud' }).waitFor();
    await page.getByText('Nothing to see here yet').waitFor();
    await followsPost;
    await holdPage();
    const params = { activity_uuid: uuid };
    await writer.callOk('createReply', { params, body: { activity_uuid: uuid, message: 'Heard later' } });
    await pollOnce();
    await page.getByText('Heard later').waitFor();
    await e2e.app.advance(24 * HOUR_MS);
    await pollOnce();
    await page.getByText('This crud has been forgotten').waitFor();
  });
});
