import { expect, test } from 'vitest';
import { matchesName, matchesToken } from '../../../client/src/people/matches-name.ts';

const zoe = { handle: 'zoe_zebra', display_name: 'Zoé van Zêbra', cognito_user_uuid: '', avatar_version: 0 };

test.each(['', 'z', 'ZOE_', 'zoé', 'van', 'VAN Z', 'zêb'])('[TALK-5] a user is found by “%s”', (typed) => {
  expect(matchesName(zoe, typed)).toBe(true);
  expect(matchesName(zoe, typed.normalize('NFD'))).toBe(true);
});

test.each(['ebra', 'an', 'zoe_zebra1', 'zoeva'])('[TALK-5] no user is found by “%s”', (typed) => {
  expect(matchesName(zoe, typed)).toBe(false);
});

test('[COMPOSE-9] suggestions for another sign, or for letters that were typed over, are dropped', () => {
  const person = { kind: 'person', word: zoe.handle, person: zoe } as const;
  const hashtag = { kind: 'hashtag', word: 'zeitgeist', count: 3 } as const;
  const token = (sign: '@' | '#', term: string) => ({ sign, term, from: 0, to: term.length + 1 });
  expect(matchesToken(person, token('@', 'zo'))).toBe(true);
  expect(matchesToken(person, token('@', 'zor'))).toBe(false);
  expect(matchesToken(person, token('#', 'zo'))).toBe(false);
  expect(matchesToken(hashtag, token('#', 'Zeit'))).toBe(true);
  expect(matchesToken(hashtag, token('#', 'zeitung'))).toBe(false);
  expect(matchesToken(hashtag, token('@', 'zeit'))).toBe(false);
});
