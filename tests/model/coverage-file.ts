import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineCatalogue } from '../../client/devtools/machine-catalogue.ts';
import type { Coverage, LeftOut } from './paths/coverage.ts';

/** Names of innermost states, and of transitions. */
type WalkedNames = { states: string[]; transitions: string[] };

/** What the suite walks of a machine on an actor and, if at all, in a browser. */
type MachineCoverage = WalkedNames & { browser?: WalkedNames & { leftOut: LeftOut } };

const FILE = fileURLToPath(new URL('../../client/devtools/charts/coverage.json', import.meta.url));

/**
 * Compares what was walked with `client/devtools/charts/coverage.json`, which the machines page reads. On a difference the
 * file is rewritten, so that it can be committed.
 * @param all of the machines that were walked in this run; other machines keep their entries
 * @throws on a difference
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
  throw new Error('coverage.json differs from what was walked and was rewritten: review it and commit it');
}

function readCoverage(): Record<string, MachineCoverage | undefined> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, MachineCoverage | undefined>;
}
