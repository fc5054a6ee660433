import { describe, expect, test } from 'vitest';
import { sabotages } from '../../chaos/sabotage/sabotages.ts';
import { EXPLORATIONS } from '../../formal/explorations.ts';
import { simulatedSabotages } from '../../simulation/sabotages.ts';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const [, table = ''] = readRepositoryFile('docs/protocol.md').split('## Where each sentence is checked');
const rows = [...table.matchAll(/^\|(?! *-)(.+)\|$/gm)]
  .map(([, row = '']) => row.split('|'))
  .slice(1)
  .filter((row) => row.length === 4);
const namesIn = (column: number) =>
  rows.flatMap((row) => [...(row[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const captured = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const read = (folder: string, ending: string) => listFiles(folder, ending).map(readRepositoryFile).join('\n');

const models = captured(read('tests/formal', '.qnt'), /^ {2}(?:val|action|run) (\w+)/gm);
const checks = captured(read('tests/chaos/checker', '.ts'), /^export function (\w+)/gm);
const violations = captured(readRepositoryFile('tests/chaos/checker/violation.ts'), /'([a-z]+)'/g);
const faults = captured(read('tests/simulation/schedule', '.ts'), /name: '([^']+)'/g);

describe('the table of checks in docs/protocol.md', () => {
  test('[FORMAL-6] has a name in each row', () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.slice(1).every((cell) => !cell.includes('`')))).toEqual([]);
  });

  test('[FORMAL-6] names invariants and steps of the formal model, and each invariant that is checked', () => {
    expect(namesIn(1).filter((name) => !models.includes(name))).toEqual([]);
    const invariants = EXPLORATIONS.flatMap((exploration) => exploration.invariants);
    expect(invariants.filter((name) => !namesIn(1).includes(name))).toEqual([]);
  });

  test('[FORMAL-6] names sabotages, faults and checks of the simulation', () => {
    const known = [...simulatedSabotages.map(({ name }) => name), ...faults, ...violations, ...checks];
    expect(namesIn(2).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('[FORMAL-6] names checks, violations and sabotages of chaos', () => {
    const known = [...sabotages.map(({ name }) => name), ...violations, ...checks];
    expect(namesIn(3).filter((name) => !known.includes(name))).toEqual([]);
  });
});
