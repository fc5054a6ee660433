import {
  containsWord,
  foldText,
  hashtagsOf,
  mentionsOf,
  normalizeEmail,
  normalizePassword,
  tokenize,
  wordsOfTerm,
} from '@cruddur/shared';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canMatchSearch } from '../../../client/src/sync/cache/feed-reducers.ts';
import { toTerms, toTermsQuery } from '../../../server/src/repositories/search-terms.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { openTestStore } from '../../support/test-store.ts';
import { queryStore } from '../../support/query-store.ts';

const { db } = disposeAfterAll(await openTestStore()).store;

const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali', 'Gurmukhi'],
  ...['Gujarati', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan'],
  ...['Myanmar', 'Georgian', 'Hangul', 'Ethiopic', 'Khmer', 'Hiragana', 'Katakana', 'Han'],
];
const LAST_CODE_POINT = 0x2_ff_ff;

/** The letters and marks of each script, by all code points. */
const charactersOf = SCRIPTS.map((script) => {
  const of = (kind: string) => new RegExp(`^(?=\\p{Script=${script}})\\p{${kind}}$`, 'u');
  const all = Array.from({ length: LAST_CODE_POINT }, (_, point) => String.fromCodePoint(point));
  return { letters: all.filter((one) => of('L').test(one)), marks: all.filter((one) => of('M').test(one)) };
});

/** A word of one script: letters, with marks behind some of them. */
const word = fc.constantFrom(...charactersOf).chain(({ letters, marks }) => {
  const mark = marks.length > 0 ? fc.oneof(fc.constant(''), fc.constantFrom(...marks)) : fc.constant('');
  const syllables = fc.array(fc.tuple(fc.constantFrom(...letters), mark), { minLength: 2, maxLength: 8 });
  return syllables.map((parts) => parts.flat().join(''));
});
const form = fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD');
const sentence = fc.array(word, { minLength: 1, maxLength: 5 });
const anyText = fc.oneof(
  sentence.map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

it('[SEARCH-9] a word of a text finds it in client, server and store, in every script and form', async () => {
  const drawn = fc.sample(fc.tuple(sentence, fc.nat(), form), 1000).map(([words, nth, as]) => {
    const term = (words[nth % words.length] ?? '').normalize(as);
    return { text: words.join(' '), term, words: wordsOfTerm(term) };
  });
  // Some letters are folded to none.
  const pairs = drawn.filter(({ words }) => words.length > 0);
  expect(pairs.length).toBeGreaterThan(900);
  const rows = await queryStore<{ is_found: boolean }>(
    db,
    `select v.terms::tsvector @@ v.query::tsquery as is_found
      from jsonb_to_recordset('${JSON.stringify(
        pairs.map(({ text, words }) => ({ terms: toTerms(text), query: toTermsQuery(words) })),
      ).replaceAll("'", "''")}') as v (terms text, query text)`,
  );
  expect(pairs.filter((_, index) => rows[index]?.is_found !== true)).toEqual([]);
  expect(pairs.filter(({ term, text }) => !canMatchSearch(term, text))).toEqual([]);
});

it('[SEARCH-9] any text and any term is one for the store', async () => {
  const texts = fc.sample(anyText, 500).map((text) => text.replaceAll('\0', ''));
  const queries = texts.flatMap((text) => {
    const words = wordsOfTerm(text);
    return words.length > 0 ? [{ terms: toTerms(text), query: toTermsQuery(words) }] : [];
  });
  const found = await queryStore(
    db,
    `select from jsonb_to_recordset('${JSON.stringify(queries).replaceAll("'", "''")}') as v (terms text, query text)
      where v.terms::tsvector @@ v.query::tsquery`,
  );
  expect(found).toHaveLength(queries.length);
});

it('[MUTE-10, SEARCH-9] folding has one result, and a word stays whole in every script', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
  fc.assert(
    fc.property(word, word, form, (one, other, as) => {
      const folded = foldText(one.normalize(as));
      expect(folded).toBe(foldText(one));
      if (folded !== '') expect(containsWord(foldText(`${other} ${one}, ${other}`), folded)).toBe(true);
    }),
  );
});

it('[ACCOUNT-9] a text is split without loss, and a hashtag, a mention or an address is one in every script', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parts = tokenize(text).map((token) => token.text);
      expect(parts.join('')).toBe(text);
    }),
  );
  const closing = fc.constantFrom('。', '”', '»', '،', '؟', '।', '」', '！', '.', ')', '…');
  fc.assert(
    fc.property(word, word, closing, (one, other, end) => {
      const [address, tag] = [
        `https://example.com/${encodeURIComponent(one)}`,
        other.replace(/^\p{M}+/u, ''),
      ];
      const text = `${one} ${address}${end} #${tag} @teow${end}`;
      expect(tokenize(text).find(({ kind }) => kind === 'address')?.text).toBe(address);
      expect(hashtagsOf(text)).toEqual([tag]);
      expect(mentionsOf(text)).toEqual(['teow']);
      const inside = `${address}/#${tag}?to=@teow ${tag}.x@example.com`;
      expect([hashtagsOf(inside), mentionsOf(inside)]).toEqual([[], []]);
    }),
  );
});

it('a password and a mail address are the same in every form', () => {
  fc.assert(
    fc.property(word, form, (one, as) => {
      const [composed, given] = [one.normalize('NFC'), one.normalize(as === 'NFD' ? 'NFD' : 'NFC')];
      expect(normalizePassword(given)).toBe(normalizePassword(composed));
      const email = normalizeEmail(`ann@${given}.example`);
      expect(email).toBe(normalizeEmail(`ann@${composed}.example`));
      expect(normalizeEmail(email)).toBe(email);
    }),
  );
});
