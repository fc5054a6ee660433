import { describe, expect, test } from 'vitest';
import { findTokenAt } from '../../../client/src/crud/typed-token.ts';

describe('[COMPOSE-9] what is being written right before the caret', () => {
  test.each([
    ['hi @an', '@', 'an'],
    ['#Zür', '#', 'Zür'],
    ['(@a', '@', 'a'],
    ['one\n#日本', '#', '日本'],
  ])('%j is a beginning', (text, sign, term) => {
    const from = text.lastIndexOf(sign);
    expect(findTokenAt(text, text.length)).toEqual({ sign, term, from, to: text.length });
  });

  test.each(['@', 'mail@host', 'a/#b', '@an ', 'https://x.org/#top', '##x'])('%j is none', (text) =>
    expect(findTokenAt(text, text.length)).toBeNull(),
  );

  test('nor is the middle of a word', () => expect(findTokenAt('@anna', 3)).toBeNull());
});
