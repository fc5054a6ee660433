import { describeChart } from '../../client/src/devtools/charts/describe-chart.ts';
import { toMermaid } from '../../client/src/devtools/charts/mermaid.ts';
import { machineCatalogue } from '../../client/src/machines/machine-catalogue.ts';

const HEAD = `# The machines

Everything in the client that has states is a machine of \`client/src/machines\`. \`npm run machines\` writes this page from
the machine objects that run, and a test fails when the two differ. The page \`/machines\` of the product shows the same charts alive.
In a box: the actors that run there, and the events that change no state. "any" is whichever state inside its box is active.
`;

/** What `docs/machines.md` has to say. */
export function renderMachinesDocument(): string {
  const sections = machineCatalogue.map(({ machine, about }) => {
    const chart = describeChart(machine);
    return `## ${chart.machine}\n\n${about}\n\n\`\`\`mermaid\n${toMermaid(chart)}\`\`\`\n`;
  });
  return [HEAD, ...sections].join('\n');
}
