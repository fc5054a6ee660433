import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addMessages } from '../support/add-messages.ts';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { holdRequests } from './hold-requests.ts';
import { waitForAcceptedSocket } from './shared-tabs.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;
const SENDING = '**/api/messages';

describe('a conversation', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Talk', handle: 'ann_talk' });
    ({ page } = ann);
  });

  const log = (on = page) => on.getByRole('log');
  const composer = (on = page) => on.getByPlaceholder('send a direct message...');
  const send = async (on: Page, text: string) => {
    await composer(on).fill(text);
    await on.getByRole('button', { name: 'Message', exact: true }).click();
  };
  const row = (on: Page, name: string) => on.getByRole('link', { name: new RegExp(name) }).first();
  const badge = (on: Page, count: number) =>
    on.getByRole('link', { name: count === 0 ? 'Messages' : `Messages, ${count} new`, exact: true }).first();
  /** Begins a conversation with Ann. @returns its group */
  const writeToAnn = async (from: TestPerson, message: string) =>
    (await from.callOk('sendMessage', { body: { message, handle: ann.self.handle } })).message_group_uuid ??
    '';

  it('on a phone the search stays open when the list arrives without the button that opened it', async () => {
    await using cat = await e2e.openSignedInBrowser({ name: 'Cat Phone', handle: 'cat_phone' });
    await cat.page.setViewportSize({ width: 390, height: 844 });
    const release = await holdRequests(cat.page, '**/api/message_groups*');
    await cat.page.goto('/messages');
    await cat.page.locator('.list').getByRole('button', { name: 'New message' }).click();
    await cat.page.getByRole('combobox').fill('someone_else');
    release();
    await cat.page.getByText('Nothing to see here yet').waitFor({ state: 'attached' });
    expect(await cat.page.getByRole('combobox').inputValue()).toBe('someone_else');
  });

  it('it starts from a search by keyboard alone, stays on screen while it opens, and is found again', async () => {
    await e2e.app.signUp({ name: 'Eve Talk', handle: 'eve_talk' });
    await page.goto('/messages');
    const field = page.getByRole('combobox');
    const openSearch = () => page.getByRole('button', { name: 'New message' }).first().press('Enter');
    const found = page.getByRole('option', { name: /Eve Talk/, selected: true });
    // The button of the header hides when an empty list has arrived; an earlier test may have filled it.
    const conversation = page.locator('.list a[href^="/messages/"]');
    await page.getByText('Nothing to see here yet').or(conversation).first().waitFor();
    await openSearch();
    await field.pressSequentially('eve_t');
    await found.waitFor();
    const releaseSearch = await holdRequests(page, /term=/);
    await field.fill('eve_x');
    await page.getByText('Searching…').waitFor();
    // Opens no result of an earlier answer.
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/messages');
    releaseSearch();
    await page.getByText('No one found for “eve_x”').waitFor();
    await field.fill('@eve_t');
    await found.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('/messages/new/eve_talk');
    await waitUntilFocused(composer());

    const release = await holdRequests(page, SENDING);
    for (const text of ['first', 'second', 'third']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await log().getByText(text, { exact: true }).waitFor();
    }
    await page.keyboard.type('next');
    await page.keyboard.press('ArrowLeft');
    await page.evaluate(() => {
      const { activeElement } = document;
      const missing = new Set<string>();
      const sample = () => {
        if (document.activeElement !== activeElement) missing.add('focus');
        for (const part of ['.message-text', '.conversation .person-name', '.message-composer'])
          if (!document.querySelector(part)) missing.add(part);
        document.documentElement.dataset.missing = [...missing].join();
        requestAnimationFrame(sample);
      };
      sample();
    });
    release();
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await log().getByText('Sent', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.missing)).toBe('');
    expect(await log().locator('.message-text').allInnerTexts()).toEqual(['first', 'second', 'third']);
    expect(await composer().evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(3);
    const { pathname } = new URL(page.url());
    await page.unrouteAll();
    await page.goto('/messages');
    await openSearch();
    await field.pressSequentially('Eve');
    await found.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(pathname);
    await waitUntilFocused(composer());
    expect(await composer().inputValue()).toBe('next');
    await composer().fill('');
  });

  it('[FEED-7, ACCESS-9] older and new messages do not move the message being read', async () => {
    const cay = await e2e.app.signUp({ name: 'Cay Talk', handle: 'cay_talk' });
    const group = await writeToAnn(cay, 'The first word');
    const textOf = (index: number) => `Long ago ${String(index)}`;
    await addMessages(e2e.app, { group, members: [cay.sub, ann.self.sub], count: 70, textOf });
    const release = await holdRequests(page, /before=/);
    const isAccepted = waitForAcceptedSocket(page);
    await page.goto(`/messages/${group}`);
    await isAccepted;
    await log().getByText('Long ago 69').waitFor();
    // Unread messages would be counted by the button that is looked for below.
    await badge(page, 0).waitFor();
    await log().hover();
    await page.mouse.wheel(0, -1200);
    const kept = log().getByText('Long ago 30', { exact: true });
    await kept.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: /Latest/ }).waitFor();
    const top = async () => (await kept.boundingBox())?.y ?? NaN;
    const before = await top();
    release();
    await log().getByText('The first word').waitFor({ state: 'attached' });
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    await cay.callOk('sendMessage', { body: { message: 'Brand new', message_group_uuid: group } });
    const newBelow = page.getByRole('button', { name: '1 new message below' });
    await newBelow.waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    await badge(page, 1).waitFor();
    await newBelow.click();
    await waitUntilFocused(log());
    await log().getByText('Brand new').waitFor();
    await log().getByText('New messages').waitFor();
    await badge(page, 0).waitFor();
    await page.unrouteAll();
  });

  it('its header and menu name the other user, whose deletion leaves the draft; none is with oneself', async () => {
    const dan = await e2e.app.signUp({ name: 'Dan Talk', handle: 'dan_talk' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: e2e.app.url });
    const menu = page.getByRole('button', { name: 'More about this conversation' });
    const copyLink = async (address: string) => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await page.getByText('Link copied.').first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${e2e.app.url}${address}`);
    };
    await page.goto('/messages/new/dan_talk');
    await copyLink('/messages/new/dan_talk');
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'View profile' }).press('Enter');
    await page.waitForURL('/@dan_talk');

    const group = `/messages/${await writeToAnn(dan, 'Hello from Dan')}`;
    await page.route('**/api/messages/*', (route) => route.fulfill({ status: 400, json: ['generic_500'] }));
    const release = await holdRequests(page, '**/api/messages/*');
    await page.goto(group);
    await page.getByRole('heading', { name: 'Dan Talk @dan_talk', exact: true }).waitFor();
    await page.locator('.log-bones').waitFor();
    const readHeader = () => page.locator('.conversation .page-header').innerHTML();
    const loading = await readHeader();
    release();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await readHeader()).toBe(loading);
    await page.unrouteAll();
    await again.click();
    await log().getByText('Hello from Dan').waitFor();
    expect(await readHeader()).toBe(loading);
    await copyLink(group);

    await send(page, 'Hello, Dan');
    await log().getByText('Sent', { exact: true }).waitFor();
    await composer().fill('Half a word to yo');
    await dan.callOk('deleteAccount');
    await page.getByText('can’t receive messages.').waitFor();
    expect(await page.getByLabel('Your unsent message').inputValue()).toBe('Half a word to yo');
    await page.getByRole('button', { name: 'Copy text' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Deleted account' }).getByRole('link').count()).toBe(0);
    expect(await menu.count()).toBe(0);
    await until(async () => (await page.locator('.message-text').allInnerTexts()).includes('Hello, Dan'), {
      what: 'the viewer’s own messages are still shown',
    });

    await page.goto('/messages/new/ann_talk');
    await page.getByRole('heading', { name: 'You need to send a message to a valid user' }).waitFor();
    expect(await composer().count()).toBe(0);
    expect(await page.locator('.conversation-row[aria-current]').count()).toBe(0);
  });

  describe('between two users', { shuffle: false }, () => {
    let bob: SignedInBrowser;

    it('[TALK-8, PRESENCE-1, MSG-8, OUTBOX-4] two users see what is sent, read, unread and typed, and why a message was refused', async () => {
      bob = await e2e.openSignedInBrowser({ name: 'Bob Talk', handle: 'bob_talk' });
      const group = `/messages/${await writeToAnn(bob.self, 'Hello')}`;
      const second = await bob.page.context().newPage();
      await second.goto('/');
      await page.goto(group);
      await log().getByText('Hello').waitFor();
      await page.route(SENDING, (route) => route.abort());
      await send(page, 'Fourth');
      await log().getByText('Waiting to be sent').waitFor();
      await page.unroute(SENDING);
      await log().getByText('Sent', { exact: true }).waitFor();
      await row(page, 'Bob Talk').getByText('You: Fourth').waitFor();
      for (const tab of [bob.page, second]) await badge(tab, 1).waitFor();
      await badge(bob.page, 1).click();
      await row(bob.page, 'Ann Talk').getByText('1 unread').waitFor({ state: 'attached' });
      await row(bob.page, 'Ann Talk').click();
      for (const tab of [bob.page, second]) await badge(tab, 0).waitFor();
      await second.close();
      await log(bob.page).getByText('New messages').waitFor();
      await log().getByText('Read', { exact: true }).waitFor();
      await page.unrouteAll();
      await page.reload();
      await log().getByText('Read', { exact: true }).waitFor();

      for (const [tab, name] of [
        [page, 'Bob Talk'],
        [bob.page, 'Ann Talk'],
      ] as const) {
        await tab.getByRole('heading', { name: /here now/ }).waitFor();
        await row(tab, name).getByText('here now').waitFor({ state: 'attached' });
      }
      await composer(bob.page).pressSequentially('Fifth');
      await log().getByText('Bob is typing…').waitFor();
      await send(bob.page, 'Fifth');
      await log().getByText('Fifth', { exact: true }).waitFor();
      await log().getByText('Bob is typing…').waitFor({ state: 'hidden' });
      for (const text of await log().getByRole('listitem').allTextContents())
        expect(text).toMatch(/^(Ann Talk @ann_talk|Bob Talk @bob_talk): /);

      await composer().fill('é'.repeat(1025));
      await page.getByText('Too long to send. Remove 1 character.').waitFor();
      expect(await page.getByRole('button', { name: 'Message', exact: true }).isDisabled()).toBe(true);
      await composer().press('Enter');
      await page.route(SENDING, (route) => route.fulfill({ status: 422, json: ['message_blank'] }));
      const fault = log().getByText(/Not sent.*The message cannot be blank/);
      for (const [action, kept] of [
        ['Edit', 'Refused\nwritten since'],
        ['Delete', 'written since'],
      ] as const) {
        await send(page, 'Refused');
        await fault.waitFor();
        await composer().fill('written since');
        await log().getByRole('button', { name: action }).click();
        await fault.waitFor({ state: 'hidden' });
        expect(await composer().inputValue()).toBe(kept);
      }
      await page.unroute(SENDING);
      await composer().fill('');
      expect(await log().locator('.message-text').last().innerText()).toBe('Fifth');
    });

    it('[UNSEND-6, TALK-8, LIFETIME-1] both members see a message that its sender removed or undid within ten seconds, and one with a lifetime that ends', async () => {
      const sides = [
        { on: page, name: 'Bob Talk' },
        { on: bob.page, name: 'Ann Talk' },
      ];
      const places = sides.flatMap(({ on, name }) => [log(on), row(on, name)]);

      await send(page, 'Regretted');
      const sent = log().locator('.message', { hasText: 'Regretted' });
      await log(bob.page).getByText('Regretted').waitFor();
      await sent.hover();
      await sent.getByRole('button', { name: 'More about this message' }).click();
      await page.getByRole('menuitem', { name: 'Remove for everyone' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      for (const place of places) await place.getByText('Message removed').waitFor();
      await send(page, 'Taken back');
      await log(bob.page).getByText('Taken back').waitFor();
      expect(await page.locator('.toast').count()).toBe(0);
      await log().getByRole('button', { name: 'Undo' }).click();
      for (const { on } of sides) await log(on).getByText('Message removed').nth(1).waitFor();

      await page.getByRole('button', { name: 'More about this conversation' }).click();
      await page.getByRole('menuitemradio', { name: '1 hour' }).click();
      await log().getByText('You set messages to disappear after 1 hour.').waitFor();
      await log(bob.page)
        .getByText('Ann Talk set messages to disappear after 1 hour. This holds for messages from here on.')
        .waitFor();
      for (const { on } of sides)
        await on.getByRole('heading', { name: /messages disappear after 1 hour/ }).waitFor();
      await send(page, 'Gone in an hour');
      for (const place of places) await place.getByText('Gone in an hour').waitFor();
      for (const { on } of sides) {
        const message = log(on).locator('.message', { hasText: 'Gone in an hour' });
        await message.getByText('Disappears in').waitFor({ state: 'attached' });
        expect(await log(on).locator('.message .fuse').count()).toBe(1);
      }
      await log().getByRole('button', { name: 'Undo' }).waitFor();
      await e2e.app.advance(10_000);
      await log().getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
      await e2e.app.advance(HOUR_MS);
      for (const place of places) await place.getByText('Gone in an hour').waitFor({ state: 'hidden' });
      for (const { on } of sides) await log(on).getByText('Hello').waitFor();
    });
  });
});
