import { expect, test } from 'vitest';
import { collapseBlankLines } from '../../../client/src/crud/collapse-blank-lines.ts';

test.each([
  ['one\ntwo', 'one\ntwo'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['one\n\n\ntwo', 'one\n\ntwo'],
  ['one\n \n\t\n\n  two\n\n\n\nthree', 'one\n\n  two\n\nthree'],
])('[FEED-42] %j is shown on a card as %j', (message, shown) => {
  expect(collapseBlankLines(message)).toBe(shown);
});
