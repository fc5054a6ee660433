import { randomUUID } from 'node:crypto';
import type { ShortUser } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createGuardWrite } from '../../../../server/src/domain/blocks/guard-writes.ts';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { Ports } from '../../../../server/src/domain/ports.ts';
import { createSideColumnUseCases } from '../../../../server/src/domain/search/side-column.ts';
import {
  createPersonCache,
  type PersonCachePorts,
} from '../../../../server/src/domain/users/person-cache.ts';
import { finishErasures } from '../../../../server/src/domain/users/erase-account.ts';

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
  const ports = { people, mutes, clock: systemClock } as unknown as Ports;
  const { suggestedUsers } = createSideColumnUseCases(ports);
  const call = { viewer: { sub: `sub of ${viewer}`, handle: viewer } };
  const { data } = await suggestedUsers(call as Parameters<typeof suggestedUsers>[0]);
  return data.map(({ handle }) => handle);
}

test('the viewer is not among the suggested users, not even as the sample', async () => {
  expect(await suggest('ann', ['ann', 'bob', 'cem', 'dea'])).toEqual(['bob', 'cem', 'dea']);
  expect(await suggest('ann', ['ann'])).toEqual(['andrewbrown']);
  expect(await suggest('andrewbrown', ['andrewbrown'])).toEqual([]);
});

test.each(['muted', 'hidden'] as const)(
  '[BLOCK-4] a person who is %s is not suggested, also with the handle of the sample',
  async (why) => {
    const [bob, ...others] = ['bob', 'cem', 'dea', 'eli'];
    expect(await suggest('ann', [bob, ...others], { [why]: [bob] })).toEqual(others);
    expect(await suggest('ann', ['andrewbrown'], { [why]: ['andrewbrown'] })).toEqual([]);
    expect(await suggest('ann', [], { inactive: ['andrewbrown'], [why]: ['andrewbrown'] })).toEqual([]);
    expect(await suggest('ann', [], { inactive: ['andrewbrown'] })).toEqual(['andrewbrown']);
  },
);

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
])('the provider’s name %j becomes the display name %j', async (name, shown) => {
  expect((await createPersonNamed(name)).display_name).toBe(shown);
});

test('an erasure that fails is reported and does not keep the others from being finished', async () => {
  const people = {
    findUnfinishedErasures: () => Promise.resolve(['ann', 'bob', 'cyd']),
  } as unknown as Ports['people'];
  const erased: string[] = [];
  const eraseAccount = (sub: string) => {
    if (sub === 'ann') return Promise.reject(new Error('the pictures are away'));
    erased.push(sub);
    return Promise.resolve();
  };
  await expect(finishErasures({ clock: systemClock, people }, eraseAccount)).rejects.toThrow('the pictures');
  expect(erased).toEqual(['bob', 'cyd']);
});

test('only a writer who was refused is checked before the next write, and may write again after the block', async () => {
  const activity_uuid = randomUUID();
  const calls: string[] = [];
  let isBlocked = true;
  const guardWrite = createGuardWrite({
    blocks: {
      isAuthorHidden: (_activity, sub) => {
        calls.push(`check ${sub}`);
        return Promise.resolve(isBlocked);
      },
    },
    store: { findEarlierRef: () => Promise.resolve(null) },
  });
  const run = (sub: string) =>
    guardWrite(
      { viewer: { sub }, operation: { id: 'op', fingerprint: '' }, params: { activity_uuid } },
      () => {
        calls.push(`write ${sub}`);
        if (isBlocked && sub === 'bob') return Promise.reject(new Refusal('activity_not_found'));
        return Promise.resolve('written');
      },
    );
  expect(await run('ann')).toBe('written');
  await expect(run('bob')).rejects.toThrow('activity_not_found');
  await expect(run('bob')).rejects.toThrow('activity_not_found');
  isBlocked = false;
  expect(await run('bob')).toBe('written');
  expect(await run('ann')).toBe('written');
  expect(calls).toEqual(['write ann', 'write bob', 'check bob', 'check bob', 'write bob', 'write ann']);
});
