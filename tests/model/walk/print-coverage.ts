import { catalogue } from '../../../client/src/machines/catalogue.ts';
import { readCoverage, type MachineCoverage } from '../coverage-file.ts';
import { inventoryOf } from '../paths/inventory-of.ts';

/** Prints what the suite walks: a line for each machine, and below it what no walk in a browser takes, with the reasons. */
export function printCoverage(): void {
  const coverage = readCoverage();
  const lines = catalogue.flatMap(({ machine }) => {
    const { states, transitions } = inventoryOf(machine);
    const walked = coverage[machine.id];
    const count = (part: Walked) =>
      `${part.states.length}/${states.length} states, ${part.transitions.length}/${transitions.length} transitions`;
    if (!walked) return [];
    return [`${machine.id.padEnd(16)} ${count(walked)}${inBrowser(walked, count)}`, ...sayLeftOut(walked)];
  });
  process.stdout.write(`\nThe machines, walked on actors; in Chromium\n${lines.join('\n')}\n`);
}

type Walked = Pick<MachineCoverage, 'states' | 'transitions'>;

const inBrowser = ({ browser }: MachineCoverage, count: (walked: Walked) => string) =>
  browser ? `; ${count(browser)}` : '';

const sayLeftOut = ({ browser }: MachineCoverage) =>
  Object.entries(browser?.leftOut ?? {}).map(([name, reason]) => `  - ${name}: ${reason}`);
