import { expect, test } from 'vitest';
import { applyPatch } from '../../chaos/sabotage/apply-patch.ts';
import { sabotages, type Patch } from '../../chaos/sabotage/sabotages.ts';
import { readRoot } from '../../support/read-root.ts';

/** @throws Error when a change has no place in its file */
function applyAll(folder: string, patches: readonly Patch[]): void {
  const texts = new Map<string, string>();
  for (const patch of patches) {
    const { file } = patch;
    texts.set(file, applyPatch(texts.get(file) ?? readRoot(`${folder}/${file}`), patch));
  }
}

test('[CHAOS-6] there are ten sabotages, and each still has its place in what was built', () => {
  expect(new Set(sabotages.map(({ name }) => name)).size).toBe(10);
  for (const { server = [], client = [] } of sabotages) {
    applyAll('server/dist', server);
    applyAll('client/src/realtime', client);
  }
});

test('[CHAOS-6] one that has lost its place is an error', () => {
  const patch = { file: 'a.js', find: 'one', replace: 'two' };
  expect(() => applyPatch('nothing', patch)).toThrow(' places for: one');
  expect(() => applyPatch('one one', patch)).toThrow('2 places');
  expect(applyPatch('a one', patch)).toBe('a two');
});
