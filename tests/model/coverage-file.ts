import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineCatalogue } from '../../client/src/machines/machine-catalogue.ts';
import type { Coverage, LeftOut } from './paths/coverage.ts';

/** Names of states, innermost ones, and of transitions. */
type WalkedNames = { states: string[]; transitions: string[] };

/** What the suite walks of a machine on an actor, and what of it in a browser, if anything. */
export type MachineCoverage = WalkedNames & { browser?: WalkedNames & { leftOut: LeftOut } };

const FILE = fileURLToPath(new URL('../../client/src/devtools/charts/coverage.json', import.meta.url));

/**
 * Holds what was walked against `client/src/devtools/charts/coverage.json`, from which the page of the machines knows it. Where they
 * differ the file is written anew, so that it can be committed.
 * @param all of the machines that were walked in this run; those that were not stay as they are
 * @throws where they differ
 */
export function updateCoverageFile(by: 'actors' | 'browser', all: readonly Coverage[]): void {
  const before = readFileSync(FILE, 'utf8');
  const known = readCoverage();
  for (const { machine, states, transitions, leftOut } of all) {
    const walked = { states: states.covered, transitions: transitions.covered };
    const browser = by === 'browser' ? { ...walked, leftOut } : known[machine]?.browser;
    const actors = by === 'actors' ? walked : (known[machine] ?? { states: [], transitions: [] });
    known[machine] = { states: actors.states, transitions: actors.transitions, ...(browser && { browser }) };
  }
  const ordered = machineCatalogue.map(({ machine: { id } }) => [id, known[id]] as const);
  const after = `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`;
  if (after === before) return;
  writeFileSync(FILE, after);
  throw new Error(
    'Other things were walked than coverage.json said. It was written anew: look at it, and commit it.',
  );
}

export function readCoverage(): Record<string, MachineCoverage | undefined> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, MachineCoverage | undefined>;
}
