import { VIEWED_CRUDS_MAX } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createViewedCruds } from '../../../../server/src/gateway/viewed-cruds.ts';

const uuids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `crud ${from + index}`);

test('[COUNTS-9] a viewer shows at most 64 cruds; a change that would exceed this is refused whole', () => {
  const viewed = createViewedCruds<string>();
  expect(viewed.change('ann', { added: uuids(0, VIEWED_CRUDS_MAX), removed: [] })).toBe(true);
  expect(viewed.change('ann', { added: ['one more'], removed: [] })).toBe(false);
  expect([...viewed.viewersOf('one more')]).toEqual([]);
  expect(viewed.change('ann', { added: ['one more', 'crud 1'], removed: ['crud 0'] })).toBe(true);
  expect([...viewed.viewersOf('crud 0')]).toEqual([]);
  expect(viewed.viewedBy('ann')).toHaveLength(VIEWED_CRUDS_MAX);
});

const change = fc.record({
  viewer: fc.constantFrom('ann', 'ben', 'cleo'),
  added: fc.uniqueArray(fc.constantFrom(...uuids(0, 6))),
  removed: fc.uniqueArray(fc.constantFrom(...uuids(0, 6))),
  leaves: fc.boolean(),
});

test('[COUNTS-9] the index has exactly the cruds that its viewers show, and forgets viewers that leave', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const viewed = createViewedCruds<string>();
      const expected = new Map<string, Set<string>>();
      for (const { viewer, added, removed, leaves } of changes) {
        if (leaves) {
          viewed.remove(viewer);
          expected.delete(viewer);
          continue;
        }
        viewed.change(viewer, { added, removed });
        const kept = [...(expected.get(viewer) ?? [])].filter((uuid) => !removed.includes(uuid));
        expected.set(viewer, new Set([...kept, ...added]));
      }
      const shown = new Set([...expected.values()].flatMap((one) => [...one]));
      expect(viewed.count()).toBe(shown.size);
      for (const uuid of uuids(0, 6)) {
        const viewers = [...expected].filter(([, one]) => one.has(uuid)).map(([viewer]) => viewer);
        expect([...viewed.viewersOf(uuid)].sort()).toEqual(viewers.sort());
      }
      for (const viewer of ['ann', 'ben', 'cleo'])
        expect(viewed.hasReported(viewer)).toBe(expected.has(viewer));
    }),
  );
});
