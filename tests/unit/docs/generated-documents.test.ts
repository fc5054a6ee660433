import { expect, test } from 'vitest';
import { renderMachinesDocument } from '../../machines/render-machines-document.ts';
import type { Calibration } from '../../proof/scale/calibration.ts';
import { formatPlans } from '../../proof/scale/format-scale.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

test('docs/machines.md shows the current machines; if not, run `npm run machines`', () => {
  expect(readRepositoryFile('docs/machines.md')).toBe(renderMachinesDocument());
});

test('docs/scale.md has the plans of the stored calibration', () => {
  const calibration = JSON.parse(readRepositoryFile('tests/proof/scale/calibration.json')) as Calibration;
  const written = readRepositoryFile('docs/scale.md').split(/<!-- \/?plans -->/)[1] ?? '';
  expect(readCells(written)).toEqual(readCells(formatPlans(calibration)));
});

/** The formatter aligns columns. */
function readCells(table: string): string[][] {
  const lines = table.trim().split('\n');
  return lines.map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')));
}
