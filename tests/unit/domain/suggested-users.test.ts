import type { ShortUser } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createSideColumnUseCases } from '../../../server/src/domain/search/side-column.ts';
import type { Ports } from '../../../server/src/domain/ports.ts';

const person = (handle: string): ShortUser => ({
  handle,
  display_name: handle,
  cognito_user_uuid: `sub of ${handle}`,
  avatar_version: 0,
});

/** The handles that a viewer is suggested while these people are active. */
async function suggest(
  viewer: string,
  active: readonly string[],
  { muted = [], hidden = [], inactive = [] }: Partial<Record<'muted' | 'hidden' | 'inactive', string[]>> = {},
): Promise<string[]> {
  const registered = [viewer, ...active, ...inactive];
  const people = {
    findLatestAuthors: () => Promise.resolve(active.map((handle) => `sub of ${handle}`)),
    findVisible: (subs: readonly string[]) =>
      Promise.resolve(
        subs.map((sub) => person(sub.slice(7))).filter(({ handle }) => !hidden.includes(handle)),
      ),
    findByHandle: (handle: string) => Promise.resolve(registered.includes(handle) ? person(handle) : null),
  };
  const mutes = { listMutedPeople: () => Promise.resolve(muted.map((handle) => `sub of ${handle}`)) };
  const clock = { now: () => new Date(0) };
  const { suggestedUsers } = createSideColumnUseCases({ people, mutes, clock } as unknown as Ports);
  const call = { viewer: { sub: `sub of ${viewer}`, handle: viewer } };
  const { data } = await suggestedUsers(call as Parameters<typeof suggestedUsers>[0]);
  return data.map(({ handle }) => handle);
}

test('[SEARCH-5] the viewer is not among the suggested users, not even as the sample', async () => {
  expect(await suggest('ann', ['ann', 'bob', 'cem', 'dea'])).toEqual(['bob', 'cem', 'dea']);
  expect(await suggest('ann', ['ann'])).toEqual(['andrewbrown']);
  expect(await suggest('andrewbrown', ['andrewbrown'])).toEqual([]);
});

test('[MUTE-8] whom the viewer has muted is not suggested, and others take the place', async () => {
  expect(await suggest('ann', ['bob', 'cem', 'dea', 'eli'], { muted: ['bob'] })).toEqual([
    'cem',
    'dea',
    'eli',
  ]);
});

test.each(['muted', 'hidden'] as const)(
  '[BLOCK-4] [MUTE-8] %s, the person with the handle of the sample is not suggested',
  async (why) => {
    expect(await suggest('ann', ['andrewbrown'], { [why]: ['andrewbrown'] })).toEqual([]);
    expect(await suggest('ann', [], { inactive: ['andrewbrown'], [why]: ['andrewbrown'] })).toEqual([]);
    expect(await suggest('ann', [], { inactive: ['andrewbrown'] })).toEqual(['andrewbrown']);
  },
);
