import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTextParts } from '../../../client/src/base/ui/parse-text-parts.ts';
import { containsWord, foldText, hashtagsOf, mentionsOf } from '@cruddur/shared';

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

const urls = (text: string) => links(text).map((part) => part.text);

test.each(['。', '”', '»', '،', '؟', '।', '？', '、', '…', ')', '!', '’', '」', '｡'])(
  '[TEXT-6] a closing %s belongs to the sentence and not to the address',
  (mark) => {
    expect(urls(`See https://example.com/foo${mark}`)).toEqual(['https://example.com/foo']);
    expect(urls(`https://example.com${mark} and more`)).toEqual(['https://example.com']);
  },
);

test.each([
  "https://en.wikipedia.org/wiki/Schindler's_List",
  'https://en.wikipedia.org/wiki/Oracle_America,_Inc.#Decision',
  'https://example.com/?to=@bobby&tag=#one',
  'https://example.com/東京/a_',
  'https://example.com/-',
])('[TEXT-6] %s is one address, without hashtags and mentions', (address) => {
  expect(urls(`See ${address}, now`)).toEqual([address]);
  expect([hashtagsOf(address), mentionsOf(address)]).toEqual([[], []]);
});

test.each(['josé@bobby.com', '太郎@bobby.jp', 'a.b+c@bobby.example', 'me@bobby.co.uk.'])(
  '[TEXT-5] the mail address %s is no mention',
  (mail) => expect(mentionsOf(`Write to ${mail}`)).toEqual([]),
);

test('[TEXT-5] a mention may follow a word of a script without spaces, and of no other', () => {
  expect(mentionsOf('ありがとう@bobby สวัสดี@carol')).toEqual(['bobby', 'carol']);
  expect(mentionsOf('josé@bobby привет@bobby')).toEqual([]);
});

test('[TEXT-4] joiners inside of a word belong to the hashtag, at its end they do not', () => {
  expect(hashtagsOf('#نرم\u200cافزار #क्\u200dष #ends\u200d')).toEqual(['نرم\u200cافزار', 'क्\u200dष', 'ends']);
});

test('nothing of a message is lost', () => {
  const pieces = fc.constantFrom(
    '#',
    '@',
    'https://',
    'a',
    'é',
    ' ',
    '\n',
    '.',
    '_',
    '。',
    '”',
    '東',
    'ن',
    '\u200c',
    '👩‍🚀',
    '\u202e',
  );
  fc.assert(
    fc.property(fc.array(pieces), (some) => {
      const text = some.join('');
      const parts = parseTextParts(text).map((part) => part.text);
      expect(parts.join('')).toBe(text);
    }),
  );
});

const SCRIPTS = [
  ...[
    'Latin',
    'Greek',
    'Cyrillic',
    'Armenian',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
  ],
  ...[
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Georgian',
  ],
  ...['Hangul', 'Ethiopic', 'Khmer', 'Mongolian', 'Hiragana', 'Katakana', 'Han', 'Cherokee', 'Syriac'],
];
const BASIC_PLANE = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code));

test.each(SCRIPTS)('[TEXT-4, MUTE-10] a word of %s is a hashtag, and is found as a muted word', (script) => {
  const isLetter = new RegExp(`^(?=\\p{L})\\p{Script=${script}}$`, 'u');
  const letters = BASIC_PLANE.filter((letter) => isLetter.test(letter));
  const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, (chosen) => {
      const text = chosen.join('').normalize('NFC');
      expect(hashtagsOf(`See #${text}.`)).toEqual([text]);
      expect(containsWord(foldText(`See: ${text}.`), foldText(text))).toBe(true);
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});
