import { expect, test } from 'vitest';
import { renderMachinesDocument } from '../../machines/render-machines-document.ts';
import type { Calibration } from '../../scale/calibration.ts';
import { formatChecks, formatCosts, formatPlans, formatReliefs } from '../../scale/format-scale.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

test('[MACHINES-3] docs/machines.md shows the current machines; if not, run `npm run machines`', () => {
  expect(readRepositoryFile('docs/machines.md')).toBe(renderMachinesDocument());
});

test('[SCALE-2] docs/scale.md has the tables of the stored calibration', () => {
  const calibration = JSON.parse(readRepositoryFile('tests/scale/calibration.json')) as Calibration;
  const page = readRepositoryFile('docs/scale.md');
  const tables = {
    costs: formatCosts(calibration),
    checks: formatChecks(calibration.checks),
    plans: formatPlans(calibration),
    reliefs: formatReliefs(),
  };
  for (const [name, table] of Object.entries(tables)) {
    const written = page.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0] ?? '';
    expect(readCells(written), name).toEqual(readCells(table));
  }
});

/** The formatter aligns columns. */
function readCells(table: string): string[][] {
  const lines = table.trim().split('\n');
  return lines.map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')));
}
