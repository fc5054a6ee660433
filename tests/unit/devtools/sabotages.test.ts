import { expect, test } from 'vitest';
import { applyPatch, type Patch } from '../../../client/devtools/simulation/sabotages.ts';
import { simulatedSabotages } from '../../../client/devtools/simulation/sabotages.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

/** @throws Error when a change does not apply to its file */
function applyAll(patches: readonly Patch[]): void {
  const texts = new Map<string, string>();
  for (const patch of patches) {
    const { file } = patch;
    texts.set(file, applyPatch(texts.get(file) ?? readRepositoryFile(file), patch));
  }
}

test('each sabotage still applies to its sources', () => {
  for (const { patches } of simulatedSabotages) applyAll(patches);
  expect(() => applyPatch('one one', { file: 'a.js', find: 'one', replace: 'two' })).toThrow('2 places');
});
