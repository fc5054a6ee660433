import { expect, test } from 'vitest';
import { renderMachinesDocument } from '../../machines/render-machines-document.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

test('[MACHINES-3] docs/machines.md shows the current machines; if not, run `npm run machines`', () => {
  expect(readRepositoryFile('docs/machines.md')).toBe(renderMachinesDocument());
});
