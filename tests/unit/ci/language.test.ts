import { expect, test } from 'vitest';
import { isGoodSubject, listFaultsOf } from '../../../.ci/language.mjs';

// Assembled, so that this file keeps to the rule.
const hidden = ['No', 'body'].join('');

test('the language check names the file, the line and the whole word, and what to write instead', () => {
  expect(listFaultsOf('a/file.ts', `first\n// ${hidden} waits, ${hidden}like\n`)).toEqual([
    `a/file.ts:2: ${hidden}: write the role: the author, the recipient, a visitor, a member`,
  ]);
});

test.each([
  ['server/local-pool: sign tokens with jose', true],
  ['Let what is read stay', false],
  ['feed: Keep scroll position', false],
  [`feed: show what ${hidden.toLowerCase()} reads`, false],
  [`feed: ${'long '.repeat(14)}`, false],
])('the language check takes "%s" as a subject: %s', (subject, isGood) => {
  expect(isGoodSubject(subject)).toBe(isGood);
});
