import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createPersonCache, type PersonCachePorts } from '../../../server/src/domain/users/person-cache.ts';

/** The person that the first call of a new account creates from this name. */
function createPersonNamed(name: string) {
  const attributes = { sub: 's', email: 'ann@example.com', preferred_username: 'ann', name };
  const ports: PersonCachePorts = {
    clock: systemClock,
    store: { runChange: () => Promise.resolve({ result: 'created' as never, envelopes: [] as never }) },
    people: { findPerson: () => Promise.resolve(null) },
    identity: { readAttributes: () => Promise.resolve(attributes) },
  };
  return createPersonCache(ports).findOrCreatePerson('s', 'token');
}

test.each([
  ['Ann Arbor', 'Ann Arbor'],
  ['\u200b', 'ann'],
  ['Cruddur Support', 'ann'],
  ['\u0410dmin', 'ann'],
  ['Ann\u202e', 'ann'],
])('[PROFILE-10] the provider’s name %j becomes the display name %j', async (name, shown) => {
  expect((await createPersonNamed(name)).display_name).toBe(shown);
});
