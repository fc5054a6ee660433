import { beforeAll, describe, expect, it } from 'vitest';
import { signUpByForm, postCrud, signInByForm, type TestBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Story', handle: 'ann_story' };
const BOB = { name: 'Bob Story', handle: 'bob_story' };
const TEXT = 'The elevator plays a fanfare now.';

describe('the user journey', () => {
  const e2e = setUpE2e();
  let ann: TestBrowser;
  let bob: TestBrowser;
  beforeAll(async () => {
    [ann, bob] = [await e2e.openBrowser(), await e2e.openBrowser()];
  });

  it('[STORY-1] two new users sign up, confirm by mail and sign in', async () => {
    await signUpByForm(ann.page, e2e.app.url, ANN);
    await signUpByForm(bob.page, e2e.app.url, BOB);
    await ann.page.getByText('Nothing to see here yet').waitFor();
    await bob.page.getByText('Live', { exact: true }).waitFor();
  });

  it('[STORY-1] a crud shows in the other browser within a second, without a reload', async () => {
    await postCrud(ann.page, TEXT);
    const posted = performance.now();
    await ann.page.getByText(TEXT).waitFor();
    await bob.page.getByText(TEXT).waitFor({ timeout: 1000 });
    expect(performance.now() - posted).toBeLessThan(1000);
    expect(await ann.page.getByText(TEXT).count()).toBe(1);
  });

  it('[STORY-2] a reply appears live on the open post, and its author is notified', async () => {
    await ann.page.getByText(TEXT).click();
    await ann.page.getByRole('heading', { name: 'Crud' }).waitFor();
    await bob.page
      .getByRole('article')
      .getByRole('button', { name: /^Reply/ })
      .click();
    const dialog = bob.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Ours plays the blues.');
    await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
    await ann.page.getByText('Ours plays the blues.').waitFor({ timeout: 2000 });
    await ann.page
      .getByRole('link', { name: /Notifications, 1 new/ })
      .first()
      .waitFor();
  });

  it('[STORY-2] messages go both ways, live', async () => {
    await bob.page.goto(`/@${ANN.handle}`);
    await bob.page.getByRole('main').getByText('Message', { exact: true }).click();
    const composer = (of: TestBrowser) => of.page.getByPlaceholder('send a direct message...');
    const send = async (of: TestBrowser, text: string) => {
      await composer(of).fill(text);
      await of.page.getByRole('button', { name: 'Message', exact: true }).click();
    };
    await send(bob, 'Did you hear it too?');
    await bob.page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await ann.page
      .getByRole('link', { name: /Messages, 1 new/ })
      .first()
      .click();
    // Until the screen is rendered, the previous page has links with his name.
    await ann.page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
    await ann.page
      .getByRole('link', { name: /Bob Story/ })
      .first()
      .click();
    await ann.page.getByRole('log').getByText('Did you hear it too?').waitFor();
    await send(ann, 'Every floor.');
    await bob.page.getByRole('log').getByText('Every floor.').waitFor({ timeout: 2000 });
    await send(bob, 'It has a second verse.');
    await ann.page.getByRole('log').getByText('It has a second verse.').waitFor({ timeout: 2000 });
  });

  it('[STORY-3] signing out leaves nothing behind, and signing in again finds everything', async () => {
    await ann.page.goto('/');
    await ann.page.getByRole('button', { name: /Ann Story/ }).click();
    await ann.page.getByRole('button', { name: 'Sign Out' }).click();
    await ann.page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    expect(
      await ann.page.evaluate(() => Object.keys(localStorage).filter((key) => /token|handle/i.test(key))),
    ).toEqual([]);
    await signInByForm(ann.page, ANN);
    await ann.page.getByText(TEXT).waitFor();
  });

  it('[STORY-4] a crud burns out on all open pages', async () => {
    await bob.page.goto('/');
    await bob.page.getByText(TEXT).waitFor();
    await e2e.app.advance(8 * 86_400_000);
    await bob.page.reload();
    await bob.page.getByText('Nothing to see here yet').waitFor();
  });

  it('[STORY-5] neither browser’s console reports a problem', () => {
    expect([ann.consoleProblems, bob.consoleProblems]).toEqual([[], []]);
  });
});
