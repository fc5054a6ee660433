import { describe, expect, test } from 'vitest';
import { isGoodSubject, listFaultsOf } from '../../../.ci/language.mjs';

// Assembled, so that this file keeps to the rule.
const hidden = ['No', 'body'].join('');

describe('the language check', () => {
  test('names the file, the line and the word, and what to write instead', () => {
    const [fault, ...others] = listFaultsOf('a/file.ts', `first\n// ${hidden} waits\n`);
    expect(fault).toBe(
      `a/file.ts:2: ${hidden}: write the role: the author, the recipient, a visitor, a member`,
    );
    expect(others).toEqual([]);
  });

  test('leaves words alone that only contain a banned one', () => {
    expect(listFaultsOf('a/file.ts', `${hidden}-like is banned, ${hidden}like is not`)).toHaveLength(1);
  });

  test.each([
    ['feed: keep scroll position when cruds expire', true],
    ['server/local-pool: sign tokens with jose', true],
    ['Let what is read stay', false],
    ['feed: Keep scroll position', false],
    [`feed: show what ${hidden.toLowerCase()} reads`, false],
    [`feed: ${'long '.repeat(14)}`, false],
  ])('takes "%s" as a subject: %s', (subject, isGood) => {
    expect(isGoodSubject(subject)).toBe(isGood);
  });
});
