import { childrenOf } from '../../client/devtools/charts/chart.ts';
import { describeChart } from '../../client/devtools/charts/describe-chart.ts';
import { machineCatalogue } from '../../client/devtools/machine-catalogue.ts';

const HEAD = `# The machines

\`npm run machines\` writes this page from the machine objects of the client, and a test fails when the two differ.

The page \`/machines\` of the product draws every chart with the actors that run, and exports it as SVG, Mermaid or JSON.

- "Try" runs a copy of a machine whose work ends as its user decides, beside the component of the product where it has one.
- "Lanes" (\`/machines?view=lanes\`) draws the recording of this browser, or an opened trace, along time.
- "Simulate" is described in [simulation.md](simulation.md).

Each machine, with its outer states:

`;

/** The content of `docs/machines.md`. */
export function renderMachinesDocument(): string {
  const lines = machineCatalogue.map(({ machine, about }) => {
    const chart = describeChart(machine);
    const states = childrenOf(chart, '').map(({ path }) => path);
    return `- **${chart.machine}** (${states.join(', ')}): ${about}\n`;
  });
  return `${HEAD}${lines.join('')}`;
}
