import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { waitForMailedCode, type TestPerson } from '../support/people.ts';
import { createKeyboardUser, type KeyboardUser } from './keyboard-user.ts';
import { emailOf, PASSWORD, type TestBrowser } from '../e2e/test-browser.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const ANN = { name: 'Ann Hands', handle: 'ann_hands' };
const NEW_PASSWORD = 'another long one';

describe('by keyboard alone', () => {
  const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });
  let ann: TestBrowser;
  let bob: TestPerson;
  let page: Page;
  let hands: KeyboardUser;
  beforeAll(async () => {
    bob = await e2e.app.signUp({ name: 'Bob Hands', handle: 'bob_hands' });
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
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const crud = (text: string) => page.getByRole('article').filter({ hasText: text });
  const card = (text: string) => page.locator('article[tabindex]').filter({ hasText: text });
  /** Presses the focused element and waits until the focus is on the page again. */
  const enter = async (target: Parameters<KeyboardUser['tabTo']>[0], way?: 'on' | 'back') => {
    await hands.tabTo(target, way);
    await hands.press('Enter');
  };
  const fill = async (name: string, text: string) => {
    await hands.tabTo(field(name));
    await hands.press('Control+a');
    await hands.type(text);
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

  it('[ACCESS-8] a user signs up, confirms, signs out, recovers the password and signs in', async () => {
    await enter(link('Join Now'));
    await title('Sign up to create a Cruddur account');
    await hands.expectFocusKept();
    await fill('Name', ANN.name);
    await fill('Email', emailOf(ANN));
    await fill('Username', ANN.handle);
    await fill('Password', PASSWORD);
    await hands.press('Enter');
    await title('Confirm your Email');
    await hands.expectFocusKept();
    await fill('Confirmation Code', await waitForMailedCode(e2e.app.url, emailOf(ANN)));
    await hands.press('Enter');
    await title('Home');
    await hands.expectFocusKept();
    await signOut();
    await enter(link('Sign In'));
    await title('Sign into your Cruddur account');
    await enter(link('Forgot Password?'));
    await title('Recover your Password');
    await hands.expectFocusKept();
    await fill('Email', emailOf(ANN));
    await hands.press('Enter');
    await field('Reset Password Code').waitFor();
    await hands.expectFocusKept();
    await fill('Reset Password Code', await waitForMailedCode(e2e.app.url, emailOf(ANN)));
    await fill('New Password', NEW_PASSWORD);
    await fill('New Password Again', NEW_PASSWORD);
    await hands.press('Enter');
    await link('Proceed to Signin').waitFor();
    await hands.expectFocusKept();
    await enter(link('Proceed to Signin'));
    await fill('Password', NEW_PASSWORD);
    await hands.press('Enter');
    await title('Home');
    await hands.expectFocusKept();
  });

  it('[ACCESS-9] a user posts with a lifetime, undoes, likes, reposts, replies and burns after a confirmation', async () => {
    await write('Gone in an hour');
    await hands.tabTo(dialog().getByRole('radio', { checked: true }));
    for (let step = 0; step < 5; step++) await hands.press('ArrowRight');
    await hands.expectFocus(dialog().getByRole('radio', { name: '1 hour', exact: true }));
    await enter(dialog().getByRole('button', { name: 'Crud', exact: true }));
    await closed();
    await crud('Gone in an hour').getByText('59m').waitFor();
    await write('Said too soon');
    await hands.press('Control+Enter');
    await closed();
    await crud('Said too soon').waitFor();
    await hands.press('z');
    await crud('Said too soon').waitFor({ state: 'detached' });
    await hands.expectFocusKept();
    await hands.press('j');
    await hands.expectFocus(card('Gone in an hour'));
    await hands.press('l');
    await crud('Gone in an hour').locator('[data-action=like][aria-pressed=true]').waitFor();
    await enter(crud('Gone in an hour').getByRole('button', { name: /^Repost/ }));
    await crud('Gone in an hour').locator('[data-action=repost][aria-pressed=true]').waitFor();
    await hands.press('r');
    await hands.expectFocus(dialog().getByRole('textbox'));
    await hands.type('Fifty-nine minutes, rather');
    await hands.press('Control+Enter');
    await closed();
    await crud('Gone in an hour').getByRole('button', { name: 'Reply, 1' }).waitFor();
    const more = crud('Gone in an hour').getByRole('button', { name: 'More about this crud' });
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
    await crud('Gone in an hour').waitFor({ state: 'detached' });
    await hands.expectFocusKept();
  });

  it('[ACCESS-9] a user searches, reads notifications, and returns to the same place', async () => {
    const mine = { user_handle: bob.handle, message: `A whale for @${ANN.handle}`, ttl: '1-day' } as const;
    await bob.callOk('createActivity', { body: mine });
    await crud('A whale for').waitFor();
    await hands.press('/');
    await hands.type('whale');
    await hands.press('Enter');
    await title('Search');
    await crud('A whale for').waitFor();
    await hands.press('/', 'Control+a');
    await hands.type('@bob_h');
    await hands.press('Enter');
    await page.getByRole('main').getByText('@bob_hands').waitFor();
    await hands.expectFocus(page.getByRole('searchbox').filter({ visible: true }).first());
    await hands.press('Tab');
    await hands.press('g', 'n');
    await title('Notifications');
    await crud('A whale for').waitFor();
    await hands.press('j');
    await hands.expectFocus(card('A whale for'));
    await hands.press('o');
    await title('Crud');
    await enter(button('Back'));
    await title('Notifications');
    await hands.expectFocus(card('A whale for'));
  });

  it('[ACCESS-9, PROFILE-7] a user changes name and picture, and closing returns the focus', async () => {
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
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#4c1d84' } })
      .png()
      .toBuffer();
    await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await dialog().locator('.picture-picker .av img, .picture-picker .av[style]').first().waitFor();
    await dialog().locator('[aria-busy]').waitFor({ state: 'detached' });
    expect(uploads).toEqual([]);
    await enter(dialog().getByRole('button', { name: 'Save' }), 'back');
    await closed();
    expect(uploads).toHaveLength(1);
    await hands.expectFocus(button('Edit Profile'));
    await title('Ann of the Keys');
  });

  it('[ACCESS-9] a user starts a conversation, sends a message, and reads the answer', async () => {
    await hands.press('g', 'm');
    await title('Messages');
    await enter(button('New message').first());
    await hands.expectFocus(page.getByRole('combobox'));
    await hands.type('@bob_h');
    await page.getByRole('option', { name: /Bob Hands/, selected: true }).waitFor();
    await hands.press('Enter');
    await page.waitForURL('/messages/new/bob_hands');
    await hands.tabTo(page.getByPlaceholder('send a direct message...'));
    await hands.type('No mouse was used');
    await hands.press('Enter');
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await page.locator('.message').getByText('No mouse was used').waitFor();
    await hands.expectFocusKept();
  });

  it('[ACCESS-9] a user changes settings and the appearance, and signs out', async () => {
    await hands.press('Escape', 'Tab', 'g', 's');
    await title('Settings');
    await enter(button('Sign out everywhere'));
    await hands.expectFocus(dialog().getByRole('button', { name: 'Cancel' }));
    await hands.press('Escape');
    await closed();
    await hands.expectFocus(button('Sign out everywhere'));
    await enter(page.locator('.nav').getByLabel('More'), 'back');
    await hands.expectFocus(page.getByRole('menuitemradio', { name: 'Dark' }));
    await hands.press('ArrowDown');
    await hands.expectFocus(page.getByRole('menuitemradio', { name: 'Light' }));
    await hands.press('Enter');
    await page.locator('html[data-theme=light]').waitFor();
    await hands.expectFocus(page.locator('.nav').getByLabel('More'));
    await hands.press('Shift+?');
    await dialog().getByText('Your profile').waitFor();
    await hands.press('Escape');
    await closed();
    await enter(page.getByRole('button', { name: /, account$/ }));
    await enter(button('Sign Out'));
    await page.getByRole('heading', { name: 'Join The Party' }).first().waitFor();
    await hands.expectFocusKept();
    expect(ann.consoleProblems).toEqual([]);
  });
});
