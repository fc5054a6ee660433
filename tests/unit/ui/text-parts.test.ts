import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTextParts } from '../../../client/src/ui/parse-text-parts.ts';

const links = (text: string) => parseTextParts(text).filter(({ kind }) => kind !== 'text');

test('hashtags, mentions and web addresses are links, in order', () => {
  expect(parseTextParts('See #AWS, @Teow: https://example.com/a?b=1.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'hashtag', text: '#AWS' },
    { kind: 'text', text: ', ' },
    { kind: 'mention', text: '@Teow', handle: 'teow' },
    { kind: 'text', text: ': ' },
    { kind: 'url', text: 'https://example.com/a?b=1', shown: 'https://example.com/a?b=1' },
    { kind: 'text', text: '.' },
  ]);
});

test('a hashtag or at sign inside a web address belongs to it, and so do the brackets that it opens', () => {
  const urls = (text: string) => links(text).map(({ kind, text: shown }) => [kind, shown]);
  const [deep, wiki] = ['https://example.com/@teow#top', 'https://example.com/Foo_(bar)'];
  expect(urls(deep)).toEqual([['url', deep]]);
  expect(urls(`(see ${wiki}).`)).toEqual([['url', wiki]]);
  expect(urls('(see https://example.com/a)')).toEqual([['url', 'https://example.com/a']]);
});

test.each(['javascript:alert(1)', 'me@example.com', 'a#b', 'https://', 'https:///a.example', '@ab', '##'])(
  '%s is no link',
  (text) => expect(links(text)).toEqual([]),
);

test.each([
  'https://bank.example@evil.example/',
  'https://user:pass@example.com',
  'https://:pass@example.com',
  'https://example.com/\u202egpj.exe',
  'https://\u2066evil.example\u2069',
  'https://example.com/\u200f',
  'https://example.com/\u061ca',
  'https://example.com/\u0007',
])('[TEXT-6] the misleading address %j is no link', (text) => {
  expect(links(`See ${text} now`)).toEqual([]);
});

test('[TEXT-6] an at sign in a path or a query does not change the host', () => {
  const address = 'https://example.com/@teow?mail=a@example.com';
  expect(links(address)).toEqual([{ kind: 'url', text: address, shown: address }]);
});

test.each([
  ['https://аpple.example/a', 'https://xn--pple-43d.example/a'],
  ['https://аррӏе.com', 'https://xn--80ak6aa92e.com'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['https://bank.example⁄login.evil.example/', 'https://bank.xn--examplelogin-xk0g.evil.example/'],
  ['https://%65vil.example/%65', 'https://evil.example/%65'],
  ['https://ＥＶＩＬ。example', 'https://evil.example'],
  ['https://@evil.example:443/', 'https://evil.example/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['https://$&.example', 'https://$&.example'],
])('[TEXT-7] %s is shown with its real host, and leads where it was written', (text, shown) => {
  expect(links(`See ${text} now`)).toEqual([{ kind: 'url', text, shown }]);
});

test('[TEXT-7] a backslash ends an address: browsers read it as the end of the host', () => {
  expect(links('https://evil.example\\@bank.example')).toMatchObject([
    { text: 'https://evil.example' },
    { kind: 'mention' },
  ]);
});

test('nothing of a message is lost', () => {
  const pieces = fc.constantFrom('#', '@', 'https://', 'a', 'é', ' ', '\n', '.', '_', '👩‍🚀', '\u202e');
  fc.assert(
    fc.property(fc.array(pieces), (some) => {
      const text = some.join('');
      const parts = parseTextParts(text).map((part) => part.text);
      expect(parts.join('')).toBe(text);
    }),
  );
});
