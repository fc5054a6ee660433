import { describeChart } from '../../client/src/devtools/charts/describe-chart.ts';
import { toMermaid } from '../../client/src/devtools/charts/mermaid.ts';
import { machineCatalogue } from '../../client/src/machines/machine-catalogue.ts';

const HEAD = `# The machines

Every state machine of the client is in \`client/src/machines\`. \`npm run machines\` writes this page from the machine objects
that run, and a test fails when the two differ. The page \`/machines\` of the product shows the same charts with the running actors.
Its view "Try" runs a copy of a machine whose work ends as its user decides; for sign-in, confirm, recovery and compose it shows the
product's own component beside the chart, driven by that copy.
Its view "Lanes" (\`/machines?view=lanes\`) draws the recording of this browser, or an opened trace, along time: a lane for each tab with its
leadership, connection and outbox, one for each of its other machines, the server and the user pool. Messages are those whose ends the
recording tells: requests of invoked actors and their answers, events of the socket, and what the leader tab repeats. Their time is
that of the tab that has recorded them.
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
