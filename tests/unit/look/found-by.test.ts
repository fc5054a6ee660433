import { expect, test } from 'vitest';
import { isFoundBy, isStillMeant } from '../../../client/src/components/found-by.ts';

const zoe = { handle: 'zoe_zebra', display_name: 'Zoé van Zêbra', cognito_user_uuid: '', avatar_version: 0 };

test.each(['', 'z', 'ZOE_', 'zoé', 'van', 'VAN Z', 'zêb'])(
  '[TALK-5] somebody is found by “%s”',
  (letters) => {
    expect(isFoundBy(zoe, letters)).toBe(true);
    expect(isFoundBy(zoe, letters.normalize('NFD'))).toBe(true);
  },
);

test.each(['ebra', 'an', 'zoe_zebra1', 'zoeva'])('[TALK-5] nobody is found by “%s”', (letters) => {
  expect(isFoundBy(zoe, letters)).toBe(false);
});

test('[COMPOSE-9] what was suggested for another sign, or for letters that were typed over, is not meant any more', () => {
  const person = { kind: 'person', word: zoe.handle, person: zoe } as const;
  const hashtag = { kind: 'hashtag', word: 'zeitgeist', count: 3 } as const;
  const token = (sign: '@' | '#', term: string) => ({ sign, term, from: 0, to: term.length + 1 });
  expect(isStillMeant(person, token('@', 'zo'))).toBe(true);
  expect(isStillMeant(person, token('@', 'zor'))).toBe(false);
  expect(isStillMeant(person, token('#', 'zo'))).toBe(false);
  expect(isStillMeant(hashtag, token('#', 'Zeit'))).toBe(true);
  expect(isStillMeant(hashtag, token('#', 'zeitung'))).toBe(false);
  expect(isStillMeant(hashtag, token('@', 'zeit'))).toBe(false);
});
