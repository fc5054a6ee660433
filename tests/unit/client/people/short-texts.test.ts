import { expect, test } from 'vitest';
import { extractCode } from '../../../../client/src/account/sign-in/auth-form.tsx';
import { collapseBlankLines, findClamp } from '../../../../client/src/cruds/crud-card.tsx';
import { compactCount, countOf, fullCount } from '../../../../client/src/cruds/counts.ts';
import { pickHue, initialsOf } from '../../../../client/src/people/avatar.tsx';
import {
  announceRemaining,
  describeExcess,
  describeRemaining,
  excessOf,
} from '../../../../client/src/base/ui/counter-ring.tsx';
import { shortenUrl } from '../../../../client/src/base/ui/rich-text.tsx';
import { findTokenAt, matchesName, matchesToken } from '../../../../client/src/people/suggestions.ts';

test('counts are shortened, or in full with separators, and one is singular', () => {
  const shortened = [0, 999, 1042, 1999, 64_100, 999_999, 1_299_999, 2_000_000_000].map(compactCount);
  expect(shortened).toEqual(['0', '999', '1K', '1.9K', '64.1K', '999.9K', '1.2M', '2B']);
  expect([999, 8253, 1_234_567].map(fullCount)).toEqual(['999', '8,253', '1,234,567']);
  expect([countOf(1, 'Crud', 'Cruds'), countOf(0, 'Crud', 'Cruds')]).toEqual(['1 Crud', '0 Cruds']);
});

test('a user without a picture has initials, and one hue, whatever the case of the handle', () => {
  const names = ['Ines Varga', 'Cher', 'Ana Maria de Sousa', '👻 👻', 'Ödön'];
  expect(names.map((name) => initialsOf(name, 'xavier'))).toEqual(['IV', 'C', 'AS', 'X', 'Ö']);
  expect(pickHue('Teow')).toBe(pickHue('teow'));
  const hues = Array.from({ length: 200 }, (_, index) => pickHue(`person${String(index)}`));
  expect(new Set(hues).size).toBe(8);
});

test.each([
  [2, '2 characters left'],
  [1, '1 character left'],
  [0, '0 characters left'],
  [-1, '1 character over'],
  [-784, '784 characters over'],
])('with %i remaining the counter is named "%s"', (remaining, name) => {
  expect(describeRemaining(remaining)).toBe(name);
});

test.each([
  [[240, 21], ''],
  [[20, 1], 'Fewer than 21 characters left'],
  [[0], 'No characters left'],
  [[-1, -784], 'Over 240 characters'],
  [[-785, -9999], 'Over the limit of 1024 characters'],
])('from and to %j remaining, "%s" is announced', (range, text) => {
  expect(range.map(announceRemaining)).toEqual(range.map(() => text));
});

test('from 1,025 characters on, counter and text say how many are to be removed', () => {
  expect([240, -784, -785, -790].map(excessOf)).toEqual([0, 0, 1, 6]);
  expect([1, 6].map(describeExcess)).toEqual([
    'Too long to send. Remove 1 character.',
    'Too long to send. Remove 6 characters.',
  ]);
});

test.each([
  ['one\ntwo', 'one\ntwo'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['one\n\n\ntwo', 'one\n\ntwo'],
  ['one\n \n\t\n\n  two\n\n\n\nthree', 'one\n\n  two\n\nthree'],
])('%j is shown on a card as %j', (message, shown) => {
  expect(collapseBlankLines(message)).toBe(shown);
});

test.each([
  ['twelve lines', 'line\n'.repeat(11), undefined],
  ['thirteen lines', 'line\n'.repeat(12), 'long'],
  ['a long paragraph', 'Some words to read. '.repeat(51), 'long'],
  ['a paragraph that is long on phones', 'Some words to read. '.repeat(40), 'long on-phones'],
  ['a short paragraph', 'Some words to read. '.repeat(20), undefined],
  ['wide letters', '鯨'.repeat(400), 'long'],
  ['narrow letters', 'i'.repeat(1024), 'long on-phones'],
  ['an address that is shown short', `https://example.com/${'a'.repeat(1000)}`, undefined],
  ['stacked marks', `a${'\u0301'.repeat(1000)}`, undefined],
  ['one emoji of many characters', '👨‍👩‍👧‍👦'.repeat(140), undefined],
])('[POST-6] a card clamps %s as expected', (_, text, clamp) => {
  expect(findClamp(text)).toBe(clamp);
});

test.each([
  ['https://|example.com|/'],
  ['http://www.|example.com/a?b=1|'],
  ['https://|example.com/123456789012345678|'],
  ['https://|example.com/12345678901234567|89'],
  ['https://|a-very-long-name-of-a-host-that-goes-on.example.com|/path'],
  ['https://|example.com?a-long-query-with|out-a-path=1'],
])('of %s the middle is shown', (parts) => {
  const { before, shown, after } = shortenUrl(parts.replaceAll('|', ''));
  expect([before, shown, after].join('|')).toBe(parts);
});

test.each([
  [' 402 918 ', '402918'],
  ['402-918', '402918'],
  ['4 0 2 9 1 8', '402918'],
  ['Your code is 402 918.', '402918'],
  ['Cruddur 2026: your confirmation code is 402918. It works for 24 hours.', '402918'],
  ['４０２９１８', '402918'],
  ['4029 1844 0071', '402918440071'],
  ['Your code is 402918440071. It works for one hour.', '402918440071'],
  ['402a', '402'],
  ['', ''],
])('of %j the code is %j', (text, code) => {
  expect(extractCode(text)).toBe(code);
});

test.each([
  ['hi @an', '@', 'an'],
  ['#Zür', '#', 'Zür'],
  ['(@a', '@', 'a'],
  ['one\n#日本', '#', '日本'],
])('[COMPOSE-9] %j ends with a partly typed token', (text, sign, term) => {
  const from = text.lastIndexOf(sign);
  expect(findTokenAt(text, text.length)).toEqual({ sign, term, from, to: text.length });
});

test.each(['@', 'mail@host', 'a/#b', '@an ', 'https://x.org/#top', '##x'])(
  '[COMPOSE-9] %j ends with no token, and neither does the middle of a word',
  (text) => {
    expect(findTokenAt(text, text.length)).toBeNull();
    expect(findTokenAt('@anna', 3)).toBeNull();
  },
);

const zoe = { handle: 'zoe_zebra', display_name: 'Zoé van Zêbra', cognito_user_uuid: '', avatar_version: 0 };

test.each([
  [true, ['', 'z', 'ZOE_', 'zoé', 'van', 'VAN Z', 'zêb']],
  [false, ['ebra', 'an', 'zoe_zebra1', 'zoeva']],
])('whether a user is found is %s for %j', (isFound, typed) => {
  for (const text of typed)
    for (const form of ['NFC', 'NFD'])
      expect([text, matchesName(zoe, text.normalize(form))]).toEqual([text, isFound]);
});

test('[COMPOSE-9] suggestions for another sign, or for letters that were typed over, are dropped', () => {
  const person = { kind: 'person', word: zoe.handle, person: zoe } as const;
  const hashtag = { kind: 'hashtag', word: 'zeitgeist', count: 3 } as const;
  const token = (sign: '@' | '#', term: string) => ({ sign, term, from: 0, to: term.length + 1 });
  expect(matchesToken(person, token('@', 'zo'))).toBe(true);
  expect(matchesToken(hashtag, token('#', 'Zeit'))).toBe(true);
  const dropped = [token('@', 'zor'), token('#', 'zo'), token('#', 'zeitung'), token('@', 'zeit')];
  expect(dropped.filter((one) => matchesToken(person, one) || matchesToken(hashtag, one))).toEqual([]);
});
