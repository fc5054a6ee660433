import { expect, test } from 'vitest';
import { canMatchSearch } from '../../../client/src/cache/can-match-search.ts';

test.each([
  ['whale', 'Is there a WHALE in it?', true],
  ['whale tick', 'A ticket for the whale', true],
  ['whale', 'Nothing of the kind', false],
  ['whale boat', 'Only a boat', false],
  ['#AWS', 'more on the tea. #aws', true],
  ['#AWS', 'no sign of it', false],
  ['@ann', 'hello @ann', false],
  ['?!', 'what?!', false],
  ['caf\u0065\u0301', 'the caf\u00e9 is open', true],
])('[LIVE-9] a search for %s and the text "%s" may match: %s', (term, text, may) => {
  expect(canMatchSearch(term, text)).toBe(may);
});
