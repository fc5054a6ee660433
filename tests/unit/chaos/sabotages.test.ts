import { expect, test } from 'vitest';
import { applyPatch } from '../../chaos/sabotage/apply-patch.ts';
import { sabotages, type Patch } from '../../chaos/sabotage/sabotages.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

/** @throws Error when a change does not apply to its file */
function applyAll(patches: readonly Patch[]): void {
  const texts = new Map<string, string>();
  for (const patch of patches) {
    const { file } = patch;
    texts.set(file, applyPatch(texts.get(file) ?? readRepositoryFile(file), patch));
  }
}

test('[CHAOS-6] each of the ten sabotages still applies to the sources of the product', () => {
  expect(new Set(sabotages.map(({ name }) => name)).size).toBe(10);
  for (const { patches } of sabotages) applyAll(patches);
  expect(() => applyPatch('one one', { file: 'a.js', find: 'one', replace: 'two' })).toThrow('2 places');
});
