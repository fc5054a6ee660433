import { expect, it } from 'vitest';
import { signUpByForm, postCrud, signInByForm, type TestBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Story', handle: 'ann_story' };
const BOB = { name: 'Bob Story', handle: 'bob_story' };
const TEXT = 'The elevator plays a fanfare now.';
const EIGHT_DAYS_MS = 8 * 86_400_000;

const e2e = setUpE2e();

it('two users sign up, post, reply, exchange messages, sign out and in, and a crud burns out', async () => {
  const [ann, bob] = [await e2e.openBrowser(), await e2e.openBrowser()];
  await signUpByForm(ann.page, e2e.app.url, ANN);
  await ann.page.getByText('Nothing to see here yet').waitFor();
  await signUpByForm(bob.page, e2e.app.url, BOB);
  await bob.page.getByText('Live', { exact: true }).waitFor();

  await postCrud(ann.page, TEXT);
  await bob.page.getByText(TEXT).waitFor();
  // A crud that is still being sent has no page.
  await ann.page.getByRole('button', { name: /^Reply/ }).waitFor();
  expect(await ann.page.getByText(TEXT).count()).toBe(1);
  await ann.page.getByText(TEXT).click();
  await ann.page.getByRole('heading', { name: 'Crud' }).waitFor();
  await bob.page
    .getByRole('article')
    .getByRole('button', { name: /^Reply/ })
    .click();
  const dialog = bob.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Ours plays the blues.');
  await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
  await ann.page.getByText('Ours plays the blues.').waitFor();
  await ann.page
    .getByRole('link', { name: /Notifications, 1 new/ })
    .first()
    .waitFor();

  await bob.page.goto(`/@${ANN.handle}`);
  await bob.page.getByRole('main').getByText('Message', { exact: true }).click();
  const send = async (of: TestBrowser, text: string) => {
    await of.page.getByPlaceholder('send a direct message...').fill(text);
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
  await bob.page.getByRole('log').getByText('Every floor.').waitFor();
  await send(bob, 'It has a second verse.');
  await ann.page.getByRole('log').getByText('It has a second verse.').waitFor();

  await ann.page.getByRole('button', { name: /Ann Story/ }).click();
  await ann.page.getByRole('button', { name: 'Sign Out' }).click();
  await ann.page.getByRole('heading', { name: 'Join The Party' }).waitFor();
  const kept = await ann.page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /token|handle/i.test(key))).toEqual([]);
  await signInByForm(ann.page, ANN);
  await ann.page.getByText(TEXT).waitFor();

  await e2e.app.advance(EIGHT_DAYS_MS);
  await ann.page.getByText(TEXT).waitFor({ state: 'detached' });
  await bob.page.goto('/');
  await bob.page.getByText('Nothing to see here yet').waitFor();
  expect([ann.consoleProblems, bob.consoleProblems]).toEqual([[], []]);
});
