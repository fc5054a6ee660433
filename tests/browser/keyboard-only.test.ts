import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { emailOf, PASSWORD, type TestBrowser } from '../e2e/test-browser.ts';
import { waitForMailedCode } from '../support/people.ts';
import { createKeyboardUser, type KeyboardUser } from './keyboard-user.ts';

const ANN = { name: 'Ann Hands', handle: 'ann_hands' };
const NEW_PASSWORD = 'another long one';

describe('by keyboard alone', { shuffle: false }, () => {
  const e2e = setUpE2e();
  let ann: TestBrowser;
  let page: Page;
  let hands: KeyboardUser;
  beforeAll(async () => {
    ann = await e2e.openBrowser();
    ({ page } = ann);
    hands = createKeyboardUser(page);
    // Focus rings have no transition.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
  });

  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const crud = (text: string) => page.getByRole('article').filter({ hasText: text });
  const title = async (name: string) => {
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await hands.expectFocusKept();
  };
  const enter = async (target: Locator, way?: 'on' | 'back') => {
    await hands.tabTo(target, way);
    await hands.press('Enter');
  };
  /** Fills these fields in turn and submits the form. */
  const fill = async (values: Record<string, string>) => {
    for (const [name, text] of Object.entries(values)) {
      await hands.tabTo(page.getByLabel(name, { exact: true }));
      await hands.press('Control+a');
      await hands.type(text);
    }
    await hands.press('Enter');
  };
  const write = async (text: string) => {
    await hands.press('n');
    await hands.expectFocus(dialog().getByRole('textbox'));
    await hands.type(text);
  };
  const closed = async () => {
    await dialog().waitFor({ state: 'hidden' });
    await hands.expectFocusKept();
  };
  const signOut = async () => {
    await enter(page.getByRole('button', { name: /, account$/ }), 'back');
    await enter(button('Sign Out'));
    await page.getByRole('heading', { name: 'Join The Party' }).first().waitFor();
    await hands.expectFocusKept();
  };

  it('[ACCESS-9] a user signs up, confirms, signs out, recovers the password and signs in', async () => {
    await enter(link('Join Now'));
    await title('Sign up to create a Cruddur account');
    await fill({ Name: ANN.name, Email: emailOf(ANN), Username: ANN.handle, Password: PASSWORD });
    await title('Confirm your Email');
    await fill({ 'Confirmation Code': await waitForMailedCode(e2e.app.url, emailOf(ANN)) });
    await title('Home');
    await signOut();
    await enter(link('Sign In'));
    await title('Sign into your Cruddur account');
    await enter(link('Forgot Password?'));
    await title('Recover your Password');
    await fill({ Email: emailOf(ANN) });
    await page.getByLabel('Reset Password Code').waitFor();
    await hands.expectFocusKept();
    const code = await waitForMailedCode(e2e.app.url, emailOf(ANN));
    const passwords = { 'New Password': NEW_PASSWORD, 'New Password Again': NEW_PASSWORD };
    await fill({ 'Reset Password Code': code, ...passwords });
    await enter(link('Proceed to Signin'));
    await fill({ Password: NEW_PASSWORD });
    await title('Home');
  });

  it('[ACCESS-9, KEYS-1] a user posts with a lifetime, undoes, likes, reposts, replies and burns after a confirmation', async () => {
    await write('Gone in an hour');
    await hands.tabTo(dialog().getByRole('radio', { checked: true }));
    for (let step = 0; step < 5; step++) await hands.press('ArrowRight');
    await hands.expectFocus(dialog().getByRole('radio', { name: '1 hour', exact: true }));
    await enter(dialog().getByRole('button', { name: 'Crud', exact: true }));
    await closed();
    const card = crud('Gone in an hour');
    await card.getByText('59m').waitFor();
    await write('Said too soon');
    await hands.press('Control+Enter');
    await closed();
    await crud('Said too soon').waitFor();
    await hands.press('z');
    await crud('Said too soon').waitFor({ state: 'detached' });
    await hands.expectFocusKept();
    await hands.press('j');
    await hands.expectFocus(page.locator('article[tabindex]').filter({ hasText: 'Gone in an hour' }));
    await hands.press('l');
    await card.locator('[data-action=like][aria-pressed=true]').waitFor();
    await enter(card.getByRole('button', { name: /^Repost/ }));
    await card.locator('[data-action=repost][aria-pressed=true]').waitFor();
    await hands.press('r');
    await hands.expectFocus(dialog().getByRole('textbox'));
    await hands.type('Fifty-nine minutes, rather');
    await hands.press('Control+Enter');
    await closed();
    await card.getByRole('button', { name: 'Reply, 1' }).waitFor();
    const more = card.getByRole('button', { name: 'More about this crud' });
    await hands.tabTo(more, 'back');
    const openConfirmation = async () => {
      await hands.press('Enter');
      await hands.expectFocus(page.getByRole('menuitem', { name: 'Copy link' }));
      await hands.press('End');
      await hands.expectFocus(page.getByRole('menuitem', { name: 'Burn it now' }));
      await hands.press('Enter');
      await hands.expectFocus(dialog().getByRole('button', { name: 'Cancel' }));
    };
    for (const no of ['Escape', 'Enter']) {
      await openConfirmation();
      await hands.press(no);
      await closed();
      await hands.expectFocus(more);
    }
    await openConfirmation();
    await enter(dialog().getByRole('button', { name: 'Burn it' }));
    await closed();
    await card.waitFor({ state: 'detached' });
    await hands.expectFocusKept();
  });

  it('[ACCESS-9] a user changes name, picture and appearance, reads the settings and signs out', async () => {
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/key_upload')) uploads.push(request.url());
    });
    await hands.press('g', 'p');
    await title(ANN.name);
    await enter(button('Edit Profile'));
    await hands.expectFocus(dialog().getByLabel('Display Name'));
    await hands.press('Control+a');
    await hands.type('Ann of the Keys');
    // The file chooser belongs to the system, so the driver answers it, from before it opens.
    const opening = page.waitForEvent('filechooser');
    await enter(dialog().getByRole('button', { name: 'Change picture' }), 'back');
    const chooser = await opening;
    const picture = { width: 64, height: 64, channels: 3, background: '#4c1d84' } as const;
    const buffer = await sharp({ create: picture }).png().toBuffer();
    await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await dialog().locator('.picture-picker .av img, .picture-picker .av[style]').first().waitFor();
    await dialog().locator('[aria-busy]').waitFor({ state: 'detached' });
    expect(uploads).toEqual([]);
    await enter(dialog().getByRole('button', { name: 'Save' }), 'back');
    await closed();
    expect(uploads).toHaveLength(1);
    await hands.expectFocus(button('Edit Profile'));
    await title('Ann of the Keys');

    await hands.press('g', 's');
    await title('Settings');
    await enter(button('Sign out everywhere'));
    await hands.expectFocus(dialog().getByRole('button', { name: 'Cancel' }));
    await hands.press('Escape');
    await closed();
    await hands.expectFocus(button('Sign out everywhere'));
    const menu = page.locator('.nav').getByLabel('More');
    await enter(menu, 'back');
    await hands.expectFocus(page.getByRole('menuitemradio', { name: 'Dark' }));
    await hands.press('ArrowDown');
    await hands.expectFocus(page.getByRole('menuitemradio', { name: 'Light' }));
    await hands.press('Enter');
    await page.locator('html[data-theme=light]').waitFor();
    await hands.expectFocus(menu);
    await signOut();
    expect(ann.consoleProblems).toEqual([]);
  });
});
