import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { holdRequests } from './hold-requests.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const SENDING = '**/api/messages';

describe('a conversation', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: SignedInBrowser;
  let group: string;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Talk', handle: 'ann_talk' });
    bob = await e2e.openSignedInBrowser({ name: 'Bob Talk', handle: 'bob_talk' });
  });

  const log = (page: Page) => page.getByRole('log');
  const composer = (page: Page) => page.getByPlaceholder('send a direct message...');
  const send = async (page: Page, text: string) => {
    await composer(page).fill(text);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
  };
  const row = (page: Page) => page.getByRole('link', { name: /(Ann|Bob) Talk/ }).first();
  const badge = (page: Page, count: number) =>
    page
      .getByRole('link', { name: count === 0 ? 'Messages' : `Messages, ${count} new`, exact: true })
      .first();

  async function find(page: Page, query: string): Promise<void> {
    await page.getByRole('button', { name: 'New message' }).first().press('Enter');
    await page.getByRole('combobox').pressSequentially(query);
    await page.getByRole('option', { name: /Bob Talk/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
  }

  it('[TALK-5] starts from a search, by keyboard alone, and is found again in the same way', async () => {
    const { page } = ann;
    await page.goto('/messages');
    await page.getByText('Nothing to see here yet').waitFor();
    await find(page, '@bob_t');
    await page.waitForURL('/messages/new/bob_talk');
    await until(() => composer(page).evaluate((field) => field === document.activeElement), {
      what: 'the composer has the focus',
    });
    expect(await page.locator('.conversation-row').first().getAttribute('aria-current')).toBe('true');
    await send(page, 'The first word');
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    group = new URL(page.url()).pathname;
    await row(page).getByText('You: The first word').waitFor();
    await page.goto('/messages');
    await find(page, 'Bob');
    await page.waitForURL(group);
    await until(() => composer(page).evaluate((field) => field === document.activeElement), {
      what: 'the composer has the focus there too',
    });
  });

  it('[TALK-15] the first message and the composer stay on screen, with focus, caret and text, while the conversation opens', async () => {
    const { page } = ann;
    await e2e.app.signUp({ name: 'Eve Talk', handle: 'eve_talk' });
    await page.goto('/messages/new/eve_talk');
    const release = await holdRequests(page, SENDING);
    await composer(page).fill('Never gone');
    await page.keyboard.press('Enter');
    await log(page).getByText('Never gone').waitFor();
    await composer(page).pressSequentially('next');
    await page.keyboard.press('ArrowLeft');
    await page.evaluate(() => {
      const field = document.activeElement;
      const missing = new Set<string>();
      const sample = () => {
        if (document.activeElement !== field) missing.add('focus');
        for (const part of ['.message-text', '.conversation .person-name', '.message-composer'])
          if (!document.querySelector(part)) missing.add(part);
        document.documentElement.dataset.missing = [...missing].join();
        requestAnimationFrame(sample);
      };
      sample();
    });
    release();
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await log(page).getByText('Sent', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.missing)).toBe('');
    expect(await composer(page).inputValue()).toBe('next');
    expect(await composer(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(3);
    await page.reload();
    await log(page).getByText('Never gone').waitFor();
    expect(await composer(page).inputValue()).toBe('next');
    await composer(page).fill('');
    await page.goto(group);
  });

  it('[TALK-5] Enter opens no result of an earlier answer that does not match the typed text', async () => {
    const { page } = ann;
    await e2e.app.signUp({ name: 'Bea Talk', handle: 'bea_talk' });
    await page.goto('/messages');
    await page.getByRole('button', { name: 'New message' }).first().press('Enter');
    await page.getByRole('combobox').pressSequentially('b');
    await page.getByRole('option', { name: /Bea Talk/ }).waitFor();
    const release = await holdRequests(page, /term=/);
    await page.getByRole('combobox').pressSequentially('ob_t');
    await page.getByRole('option', { name: /Bob Talk/, selected: true }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.getByRole('combobox').fill('bobby');
    await page.getByText('Searching…').waitFor();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/messages');
    release();
    await page.getByText('No one here by that name').waitFor();
    await page.goto(group);
  });

  it('[TALK-9] unread messages are counted in every tab until one of them shows them', async () => {
    const second = await bob.page.context().newPage();
    await second.goto('/');
    await send(ann.page, 'The second word');
    for (const page of [bob.page, second]) await badge(page, 2).waitFor();
    await badge(bob.page, 2).click();
    await row(bob.page).getByText('2 unread').waitFor({ state: 'attached' });
    await row(bob.page).click();
    for (const page of [bob.page, second]) await badge(page, 0).waitFor();
    await log(bob.page).getByText('New messages').waitFor();
    await second.close();
  });

  it('[PRESENCE-1, PRESENCE-4, TALK-14] shows presence and typing, until the message arrives, and each message with its sender', async () => {
    for (const { page } of [ann, bob]) {
      await page.getByRole('heading', { name: /here now/ }).waitFor();
      await row(page).getByText('here now').waitFor({ state: 'attached' });
    }
    await composer(bob.page).pressSequentially('Third');
    await log(ann.page).getByText('Bob is typing…').waitFor();
    await send(bob.page, 'Third');
    await log(ann.page).getByText('Third', { exact: true }).waitFor();
    for (const text of await log(ann.page).getByRole('listitem').allTextContents())
      expect(text).toMatch(/^(Ann Talk @ann_talk|Bob Talk @bob_talk): /);
    await log(ann.page).getByText('Bob is typing…').waitFor({ state: 'hidden', timeout: 1000 });
  });

  it('[TALK-8] the viewer’s message is shown as sending, sent, then read', async () => {
    await bob.page.goto('/');
    const release = await holdRequests(ann.page, SENDING);
    await send(ann.page, 'Fourth');
    await log(ann.page).getByText('Sending').waitFor();
    release();
    await log(ann.page).getByText('Sent', { exact: true }).waitFor();
    await bob.page.goto(group);
    await log(ann.page).getByText('Read', { exact: true }).waitFor();
  });

  it('[TALK-8, OUTBOX-14] a refused message shows the reason and can be edited or deleted', async () => {
    const fault = log(ann.page).getByText(/Not sent.*The message is too long/);
    const field = ann.page.getByPlaceholder('send a direct message...');
    for (const action of ['Edit', 'Delete']) {
      await send(ann.page, 'é'.repeat(1025));
      await fault.waitFor();
      await field.fill('written since');
      await log(ann.page).getByRole('button', { name: action }).click();
      await fault.waitFor({ state: 'hidden' });
      expect(await field.inputValue()).toBe(
        action === 'Edit' ? `${'é'.repeat(1025)}\nwritten since` : 'written since',
      );
    }
    await field.fill('');
    expect(await log(ann.page).locator('.message-text').last().innerText()).toBe('Fourth');
  });

  it('[TALK-3, TALK-6, ACCESS-9] older and new messages do not move the message being read', async () => {
    const uuid = group.split('/').at(-1) ?? '';
    for (let count = 1; count <= 70; count++)
      await bob.self.callOk('sendMessage', {
        body: { message: `Long ago ${count}`, message_group_uuid: uuid },
      });
    const { page } = ann;
    // Unread messages would be counted by the button that is looked for below.
    await until(async () => (await ann.self.callOk('messageGroups'))[0]?.unread === 0, {
      what: 'the last of them is marked as read',
    });
    const release = await holdRequests(page, /before=/);
    await page.reload();
    await log(page).getByText('Long ago 70').waitFor();
    await log(page).hover();
    await page.mouse.wheel(0, -1200);
    const kept = log(page).getByText('Long ago 30', { exact: true });
    await kept.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: /Latest/ }).waitFor();
    const top = async () => (await kept.boundingBox())?.y ?? NaN;
    const before = await top();
    release();
    await log(page).getByText('The first word').waitFor({ state: 'attached' });
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    await bob.self.callOk('sendMessage', { body: { message: 'Brand new', message_group_uuid: uuid } });
    await page.getByRole('button', { name: '1 new message below' }).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    await badge(page, 1).waitFor();
    await page.getByRole('button', { name: '1 new message below' }).click();
    await waitUntilFocused(log(page));
    await log(page).getByText('Brand new').waitFor();
    await log(page).getByText('New messages').waitFor();
    await badge(page, 0).waitFor();
  });

  it('[TALK-11] a conversation with oneself shows an error, and no link leads there', async () => {
    const { page } = ann;
    await page.goto('/messages/new/ann_talk');
    await page.getByRole('heading', { name: 'You need to send a message to a valid user' }).waitFor();
    expect(await composer(page).count()).toBe(0);
    expect(await page.locator('.conversation-row[aria-current]').count()).toBe(0);
    await page.goto(group);
    await log(page).waitFor();
  });

  it('[TALK-16] its header is the same while the messages load, after they failed, and with them', async () => {
    const { page } = ann;
    await page.route('**/api/messages/*', (route) => route.fulfill({ status: 400, json: ['generic_500'] }));
    const release = await holdRequests(page, '**/api/messages/*');
    await page.goto(group);
    await page.getByRole('heading', { name: 'Bob Talk @bob_talk', exact: true }).waitFor();
    await page.locator('.log-bones').waitFor();
    const header = page.locator('.conversation .page-header');
    // Without presence, which ends by itself: Bob had the conversation open before.
    const readHeader = () =>
      header.evaluate((element) => {
        const copy = element.cloneNode(true) as Element;
        for (const part of copy.querySelectorAll('.presence-dot, .person-name span')) part.remove();
        return copy.innerHTML;
      });
    const loading = await readHeader();
    release();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await readHeader()).toBe(loading);
    await page.unrouteAll();
    await again.click();
    await log(page).getByText('Long ago 70').waitFor();
    expect(await readHeader()).toBe(loading);
  });

  it('[TALK-12] its menu opens the other user’s profile and copies its link, also before the first message', async () => {
    const { page } = ann;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: e2e.app.url });
    const cay = await e2e.app.signUp({ name: 'Cay Talk', handle: 'cay_talk' });
    const begun = { address: group, handle: bob.self.handle };
    const notStarted = { address: `/messages/new/${cay.handle}`, handle: cay.handle };
    for (const { address, handle } of [notStarted, begun]) {
      await page.goto(address);
      const menu = page.getByRole('button', { name: 'More about this conversation' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await page.getByText('Link copied.').first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${e2e.app.url}${address}`);
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: 'View profile' }).press('Enter');
      await page.waitForURL(`/@${handle}`);
    }
    await page.goBack();
    await page.waitForURL(group);
  });

  it('[TALK-7] when the other account is deleted, no link to it remains and a draft stays readable and copyable', async () => {
    const { page } = ann;
    await composer(page).fill('Half a word to yo');
    await page
      .getByRole('heading', { name: /Bob Talk/ })
      .getByRole('link')
      .waitFor();
    await bob.self.callOk('deleteAccount');
    await page.getByText('can’t receive messages.').waitFor();
    expect(await page.getByLabel('Your unsent message').inputValue()).toBe('Half a word to yo');
    await page.getByRole('button', { name: 'Copy text' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Deleted account' }).getByRole('link').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'More about this conversation' }).count()).toBe(0);
    await until(async () => (await page.locator('.message-text').allInnerTexts()).includes('Fourth'), {
      what: 'the viewer’s own messages are still shown',
    });
  });
});
