import fc from 'fast-check';
import { countCharacters, hashtagsOf, isBlank, isStorable, mentionsOf } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';

const anyText = fc.string({ unit: 'binary' });

describe('counting', () => {
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
  ])('[TEXT-1] %j has %i', (text, count) => expect(countCharacters(text)).toBe(count));

  test('[TEXT-1] a text and its NFC have the same length, never more than its UTF-16 units', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const composed = text.normalize('NFC');
        expect(countCharacters(text)).toBe(countCharacters(composed));
        expect(countCharacters(text)).toBeLessThanOrEqual(composed.length);
      }),
    );
  });
});

describe('blank', () => {
  test.each([
    ['nothing', ''],
    ['spaces and line ends', ' \t\r\n\u00a0\u2003\u3000\u2028'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['a Hangul filler', '\u3164\u115f\uffa0'],
    ['a soft hyphen and directions', '\u00ad\u200e\u202e\u2066'],
    ['a variation selector and a tag', '\ufe0f\u{e0041}'],
  ])('[TEXT-2] %s is blank', (_, text) => expect(isBlank(text)).toBe(true));

  test.each(['.', '\u200ba', '😀', '\u0301', '0'])('[TEXT-2] %j is not', (text) =>
    expect(isBlank(text)).toBe(false),
  );

  test('[TEXT-2] a text that trims to nothing is blank', () => {
    fc.assert(fc.property(anyText, (text) => text.trim() !== '' || isBlank(text)));
  });
});

describe('what a database can store', () => {
  test.each(['\0', 'a\0b', '\ud83d', '\ude00', '\ude00\ud83d'])('[TEXT-3] %j is refused', (text) =>
    expect(isStorable(text)).toBe(false),
  );

  test('[TEXT-3] every other text is accepted, as the platform itself judges it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isWellFormed =
          new TextDecoder().decode(new TextEncoder().encode(text)) === text.replace(/^\ufeff/, '');
        expect(isStorable(text)).toBe(isWellFormed && !text.includes('\0'));
      }),
    );
  });
});

describe('hashtags', () => {
  test.each([
    ['#AWS and #aws, once', ['AWS']],
    ['(#one)#two', ['one', 'two']],
    ['#हिन्दी #தமிழ்', ['हिन्दी', 'தமிழ்']],
    ['#100DaysOfCloud #a_b.', ['100DaysOfCloud', 'a_b']],
    ['##twice', ['twice']],
    ['a#b é#c /#d &#39; # ##', []],
    ['#\ufe0f\u20e3', []],
  ])('[TEXT-4] %j has %j', (text, tags) => expect(hashtagsOf(text)).toEqual(tags));

  test('[TEXT-4] at most a hundred characters, each tag once', () => {
    expect(hashtagsOf(`#${'a'.repeat(101)}`)).toEqual(['a'.repeat(100)]);
    const pieces = fc.array(fc.constantFrom('#', 'a', 'A', 'é', ' ', '_', '1', '\u0301'));
    fc.assert(
      fc.property(pieces, (some) => {
        const tags = hashtagsOf(some.join('')).map((tag) => tag.toLowerCase());
        expect(new Set(tags).size).toBe(tags.length);
        expect(tags.every((tag) => some.join('').toLowerCase().includes(`#${tag}`))).toBe(true);
      }),
    );
  });
});

describe('mentions', () => {
  test.each([
    ['@Bayko, (@londo) and @BAYKO', ['bayko', 'londo']],
    ['me@example.com @ab @@abc https://x.y/@abc', []],
    [`@${'a'.repeat(20)} @${'b'.repeat(21)}`, ['a'.repeat(20)]],
    ['.@abc', []],
    ['hi-@abc', ['abc']],
  ])('[TEXT-5] %j has %j', (text, handles) => expect(mentionsOf(text)).toEqual(handles));
});
