import { containsWord, foldText } from '@cruddur/shared';
import { expect, test } from 'vitest';

const contains = (text: string, word: string) => containsWord(foldText(text), foldText(word));

test('[MUTE-10] a word is found in any case, with other accents and in other widths', () => {
  const found: [text: string, word: string][] = [
    ['No SPOILERS please', 'spoilers'],
    ['Un café noir', 'CAFE'],
    ['cafe\u0301', 'café'],
    ['In der STRASSE', 'Straße'],
    ['ΟΔΟΣ ΤΟΥ', 'οδός'],
    ['İstanbul', 'istanbul'],
    ['ＡＢＣ', 'abc'],
    ['مُحَمَّد', 'محمد'],
    ['two\n words', 'two words'],
    ['spo\u200biler', 'spoiler'],
    ['🔥🔥', '🔥'],
    ['(spoiler)', 'spoiler'],
    ['You can’t', "can't"],
    ['Hawaiʻi and Oʼahu', "o'ahu"],
    ['a well‑known fact', 'well-known'],
    ['a well–known fact', 'well-known'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['#spoiler', 'spoiler'],
    ['a spoilers spoiler', 'spoiler'],
  ];
  expect(found.filter(([text, word]) => !contains(text, word))).toEqual([]);
});

test('[MUTE-10] part of a word is not that word', () => {
  const different: [text: string, word: string][] = [
    ['spoilers', 'spoiler'],
    ['aspoiler', 'spoiler'],
    ['spoiler_2', 'spoiler'],
    ['мой', 'мои'],
    // A vowel sign belongs to the syllable before it.
    ['कि', 'क'],
    ['हिन्दी', 'हि'],
    ['two and words', 'two words'],
    ['anything', ''],
  ];
  expect(different.filter(([text, word]) => contains(text, word))).toEqual([]);
});

test('[MUTE-10] scripts without spaces between words are searched for the text itself', () => {
  expect(contains('今日は雨です', '雨')).toBe(true);
  expect(contains('ラーメンが好き', 'ラーメン')).toBe(true);
  expect(contains('ฉันรักแมวมาก', 'แมว')).toBe(true);
  expect(contains('がく', 'か')).toBe(false);
  expect(contains('비가 온다', '비가')).toBe(true);
  expect(contains('비가온다', '비가')).toBe(false);
});
