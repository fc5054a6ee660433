import fc from 'fast-check';
import { countCharacters, hashtagsOf, isBlank, isStorable, mentionsOf } from '@cruddur/shared';
import { expect, test } from 'vitest';

const anyText = fc.string({ unit: 'binary' });

test.each([
  ['', 0],
  ['crud', 4],
  ['e\u0301', 1],
  ['\u1112\u1161\u11ab', 1],
  ['😀', 1],
  ['👩‍🚀', 3],
  ['🇮🇳', 2],
  ['\ud83d', 1],
  ['\u200b', 1],
])('[TEXT-1] %j has the length %i', (text, count) => expect(countCharacters(text)).toBe(count));

test('[TEXT-1] a text and its NFC have the same length, never more than its UTF-16 units', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const composed = text.normalize('NFC');
      expect(countCharacters(text)).toBe(countCharacters(composed));
      expect(countCharacters(text)).toBeLessThanOrEqual(composed.length);
    }),
  );
});

test('[TEXT-2] a text of spaces and characters without a glyph is blank, and no other', () => {
  // Spaces and line ends, zero-width ones, Hangul fillers, a soft hyphen and directions, a variation selector and a tag.
  const invisible = [
    '',
    ' \t\r\n\u00a0\u2003\u3000\u2028',
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u3164\u115f\uffa0',
  ];
  const others = ['\u00ad\u200e\u202e\u2066', '\ufe0f\u{e0041}'];
  expect([...invisible, ...others].filter((text) => !isBlank(text))).toEqual([]);
  expect(['.', '\u200ba', '😀', '\u0301', '0'].filter(isBlank)).toEqual([]);
  fc.assert(fc.property(anyText, (text) => text.trim() !== '' || isBlank(text)));
});

test('[DOOR-7] a text with NUL or a lone surrogate is refused, and no other, as the platform itself judges it', () => {
  expect(['\0', 'a\0b', '\ud83d', '\ude00', '\ude00\ud83d'].filter(isStorable)).toEqual([]);
  fc.assert(
    fc.property(anyText, (text) => {
      const decoded = new TextDecoder().decode(new TextEncoder().encode(text));
      const isWellFormed = decoded === text.replace(/^\ufeff/, '');
      expect(isStorable(text)).toBe(isWellFormed && !text.includes('\0'));
    }),
  );
});

test.each([
  ['#AWS and #aws, once', ['AWS']],
  ['(#one)#two', ['one', 'two']],
  ['#हिन्दी #தமிழ்', ['हिन्दी', 'தமிழ்']],
  ['#100DaysOfCloud #a_b.', ['100DaysOfCloud', 'a_b']],
  ['##twice', ['twice']],
  ['a#b é#c /#d &#39; # ##', []],
  ['#\ufe0f\u20e3', []],
  [`#${'a'.repeat(101)}`, ['a'.repeat(100)]],
])('[TEXT-4] %j has the hashtags %j', (text, tags) => expect(hashtagsOf(text)).toEqual(tags));

test('[TEXT-4] each hashtag is listed once', () => {
  const pieces = fc.array(fc.constantFrom('#', 'a', 'A', 'é', ' ', '_', '1', '\u0301'));
  fc.assert(
    fc.property(pieces, (some) => {
      const tags = hashtagsOf(some.join('')).map((tag) => tag.toLowerCase());
      expect(new Set(tags).size).toBe(tags.length);
      expect(tags.every((tag) => some.join('').toLowerCase().includes(`#${tag}`))).toBe(true);
    }),
  );
});

test.each([
  ['@Bayko, (@londo) and @BAYKO', ['bayko', 'londo']],
  ['me@example.com @ab @@abc https://x.y/@abc', []],
  [`@${'a'.repeat(20)} @${'b'.repeat(21)}`, ['a'.repeat(20)]],
  ['.@abc', []],
  ['hi-@abc', ['abc']],
])('[TEXT-5] %j has the mentions %j', (text, handles) => expect(mentionsOf(text)).toEqual(handles));
