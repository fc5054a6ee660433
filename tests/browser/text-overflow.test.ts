import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

/** Letters with stacked marks, as tall as several lines. */
const STACKED = Array.from('up', (letter) => letter + '\u0316\u0300'.repeat(11)).join('') + ' and down';
/** The tallest and deepest letters of common languages, and a link, whose focus ring is wider. */
const COMMON_LETTERS = '\u1eea\u1eac gjpqy \u1ef4 @bob_marks';
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

describe('unusual text', () => {
  const e2e = setUpE2e();
  let page: Page;
  const rooms = { marks: '', words: '' };

  beforeAll(async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Marks', handle: 'bob_marks' });
    await bob.callOk('updateProfile', { body: { bio: STACKED, display_name: STACKED.slice(0, 46) } });
    const wide = await e2e.app.signUp({ name: 'W'.repeat(50), handle: 'wide_words' });
    const ann = await e2e.openSignedInBrowser({ name: 'Ann Marks', handle: 'ann_marks' });
    const { self } = ann;
    ({ page } = ann);
    for (const message of ['First.', STACKED, COMMON_LETTERS, 'Last.']) {
      await bob.callOk('createActivity', { body: { user_handle: bob.handle, message, ttl: '7-days' } });
      await bob.callOk('sendMessage', { body: { message, handle: self.handle } });
    }
    const message = `@ann_marks #${'w'.repeat(100)}`;
    await wide.callOk('createActivity', { body: { user_handle: wide.handle, message, ttl: '7-days' } });
    await wide.callOk('sendMessage', { body: { message: 'Short.', handle: self.handle } });
    // Trends may be 30 seconds old, and her first page has requested them.
    await e2e.app.advance(31_000);
    for (const { handle, uuid } of await self.callOk('messageGroups'))
      rooms[handle === 'bob_marks' ? 'marks' : 'words'] = `/messages/${uuid}`;
  });

  async function find(path: string, part: string, text: string): Promise<Locator> {
    await page.setViewportSize(DESK);
    await page.goto(path === 'room' ? rooms.marks : path);
    const element = page.locator(part).filter({ hasText: text }).first();
    await element.waitFor();
    await element.scrollIntoViewIfNeeded();
    // Relative times change meanwhile.
    for (const moving of await page.locator('time, .fuse, .time-left').all())
      await moving.evaluate((node: HTMLElement) => (node.style.visibility = 'hidden'));
    return element;
  }

  /** The brightness of the pixels over an element's width, between two offsets from its upper edge. */
  async function strip(element: Locator, from: number, to: number): Promise<Buffer> {
    const { x = 0, y = 0, width = 0 } = (await element.boundingBox()) ?? {};
    const clip = { x: x - 8, y: y + from, width: width + 16, height: to - from };
    const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
    return sharp(picture).greyscale().raw().toBuffer();
  }

  /** The number of pixels that differ visibly: antialiasing varies between renderings. */
  const differences = (one: Buffer, other: Buffer) =>
    one.filter((level, index) => Math.abs(level - (other[index] ?? 0)) > 40).length;

  it.each([
    ['a crud', '/@bob_marks', '.crud-text', 8],
    ['a bio', '/@bob_marks', '.bio', 8],
    ['the name of a page', '/@bob_marks', '.profile-header h2', 8],
    ['a name above a crud', '/@bob_marks', '.byline a', 8],
    ['a name in a list', '/search?term=%40bob_marks', '.person-name b', 8],
    ['a message', 'room', '.message', 0],
  ])('stacked marks are clipped beside their line in %s', async (_what, path, part, beside) => {
    const element = await find(path, part, 'p\u0316');
    const { height = 0 } = (await element.boundingBox()) ?? {};
    const neighbours = async () =>
      Buffer.concat([
        await strip(element, -beside - 24, -beside),
        await strip(element, height + beside, height + beside + 24),
      ]);
    const shown = await neighbours();
    await element.evaluate((node: HTMLElement) => (node.style.visibility = 'hidden'));
    expect(differences(shown, await neighbours())).toBe(0);
  });

  it.each([
    ['a crud', '/@bob_marks', '.crud-text'],
    ['a message', 'room', '.message-text'],
  ])('accents, descenders and focus rings are whole in %s', async (_what, path, part) => {
    const element = await find(path, part, 'gjpqy');
    const { height = 0 } = (await element.boundingBox()) ?? {};
    const whole = () => strip(element, -24, height + 24);
    const shown = await whole();
    await element.getByRole('link').focus();
    const focused = await whole();
    expect(differences(focused, shown)).toBeGreaterThan(0);
    await element.evaluate((node: HTMLElement) =>
      Object.assign(node.style, { overflow: 'visible', clipPath: 'none' }),
    );
    expect(differences(focused, await whole())).toBe(0);
  });

  it('a name of 50 letters and a hashtag of 100 stay within their line, and lines grow with enlarged text', async () => {
    /** Lines, panels and columns whose content is visible beyond their end. */
    const overflown = () =>
      page
        .locator('.sheet, .panel, .note, .crud-text, .conversation-row .byline, .message-group .byline')
        .evaluateAll((parts) =>
          parts
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ outerHTML }) => outerHTML),
        );
    for (const path of ['/', '/notifications', '/messages', '/search?term=%40wide_words', rooms.words]) {
      await page.setViewportSize(DESK);
      await page.goto(path);
      for (const part of ['.sheet', '.panel, .list, .conversation'])
        await page.locator(part).getByText('WWW').filter({ visible: true }).first().waitFor();
      expect(await overflown(), path).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await overflown(), path).toEqual([]);
      const tooLow = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        return [...document.querySelectorAll('main *')]
          .map((part) => ({ part, style: getComputedStyle(part) }))
          .filter(({ style }) => parseFloat(style.lineHeight) < parseFloat(style.fontSize))
          .map(({ part }) => part.outerHTML);
      });
      expect(tooLow, path).toEqual([]);
    }
    const name = page.locator('.conversation .page-header .person-name b');
    const ends = await name.evaluate((part) =>
      [part, part.closest('h1'), part.closest('.page-header')].map(
        (one) => one?.getBoundingClientRect().right ?? 0,
      ),
    );
    expect(ends).toEqual(ends.toSorted((one, other) => one - other));
  });

  it('cruds, and on phones all fields, have a text of at least 16 px', async () => {
    const sizes = (selector: string) =>
      page
        .locator(selector)
        .filter({ visible: true })
        .evaluateAll((fields) => fields.map((field) => parseFloat(getComputedStyle(field).fontSize)));
    await page.setViewportSize(PHONE);
    await page.goto('/@bob_marks');
    await page.locator('.crud-text').first().waitFor();
    expect(new Set(await sizes('.crud-text'))).toEqual(new Set([16]));
    for (const path of ['/search', '/settings#password']) {
      await page.goto(path);
      await page.locator('input').filter({ visible: true }).first().waitFor();
      const all = await sizes('input, textarea, select');
      expect([path, all.length > 0, all.filter((size) => size < 16)]).toEqual([path, true, []]);
    }
  });
});
