import { machineCatalogue } from '../../../client/src/machines/machine-catalogue.ts';
import { readCoverage, type MachineCoverage } from '../coverage-file.ts';
import { getInventory } from '../paths/get-inventory.ts';

/** Prints what the suite walks: a line for each machine, and below it the omissions in the browser, with the reasons. */
export function printCoverage(): void {
  const coverage = readCoverage();
  const lines = machineCatalogue.flatMap(({ machine }) => {
    const { states, transitions } = getInventory(machine);
    const walked = coverage[machine.id];
    const count = (part: WalkedNames) =>
      `${part.states.length}/${states.length} states, ${part.transitions.length}/${transitions.length} transitions`;
    if (!walked) return [];
    return [
      `${machine.id.padEnd(16)} ${count(walked)}${describeBrowserCoverage(walked, count)}`,
      ...describeLeftOut(walked),
    ];
  });
  process.stdout.write(`\nThe machines, walked on actors; in Chromium\n${lines.join('\n')}\n`);
}

type WalkedNames = Pick<MachineCoverage, 'states' | 'transitions'>;

const describeBrowserCoverage = ({ browser }: MachineCoverage, count: (walked: WalkedNames) => string) =>
  browser ? `; ${count(browser)}` : '';

const describeLeftOut = ({ browser }: MachineCoverage) =>
  Object.entries(browser?.leftOut ?? {}).map(([name, reason]) => `  - ${name}: ${reason}`);
