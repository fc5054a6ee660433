import { describe, expect, test } from 'vitest';
import { findTokenAt } from '../../../client/src/crud/typed-token.ts';

describe('[COMPOSE-9] the partly typed token right before the caret', () => {
  test.each([
    ['hi @an', '@', 'an'],
    ['#Zür', '#', 'Zür'],
    ['(@a', '@', 'a'],
    ['one\n#日本', '#', '日本'],
  ])('%j is a partial token', (text, sign, term) => {
    const from = text.lastIndexOf(sign);
    expect(findTokenAt(text, text.length)).toEqual({ sign, term, from, to: text.length });
  });

  test.each(['@', 'mail@host', 'a/#b', '@an ', 'https://x.org/#top', '##x'])('%j is no token', (text) =>
    expect(findTokenAt(text, text.length)).toBeNull(),
  );

  test('the middle of a word is no token', () => expect(findTokenAt('@anna', 3)).toBeNull());
});
