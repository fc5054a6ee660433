import { describeChart } from '../../client/src/devtools/charts/describe-chart.ts';
import { toMermaid } from '../../client/src/devtools/charts/mermaid.ts';
import { machineCatalogue } from '../../client/src/machines/machine-catalogue.ts';

const HEAD = `# The machines

Every state machine of the client is in \`client/src/machines\`. \`npm run machines\` writes this page from the machine objects
that run, and a test fails when the two differ. The page \`/machines\` of the product shows the same charts with the running actors.
Its view "Try" runs a copy of a machine whose work ends as its user decides; for sign-in, confirm, recovery and compose it shows the
product's own component beside the chart, driven by that copy.
A box lists the actors that it invokes and the events that change no state. "any" stands for whichever state inside the box is active.
`;

/** The content of `docs/machines.md`. */
export function renderMachinesDocument(): string {
  const sections = machineCatalogue.map(({ machine, about }) => {
    const chart = describeChart(machine);
    return `## ${chart.machine}\n\n${about}\n\n\`\`\`mermaid\n${toMermaid(chart)}\`\`\`\n`;
  });
  return [HEAD, ...sections].join('\n');
}
