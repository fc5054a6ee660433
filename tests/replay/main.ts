/**
 * `npm run replay -- trace.json`: replays a trace that was exported from `/machines`, on the machines of this checkout.
 * Exit code 1 when it is no trace, or leads to other states.
 */
import { readFileSync } from 'node:fs';
import { describeChart } from '../../client/devtools/charts/describe-chart.ts';
import { parseTrace } from '../../client/devtools/inspect/parse-trace.ts';
import { replayTrace, type ReplayResult } from '../../client/devtools/inspect/replay-trace.ts';
import { machineCatalogue } from '../../client/devtools/machine-catalogue.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

const [file] = process.argv.slice(2);
process.exitCode = file === undefined ? printUsage() : replayFile(file);

function printUsage(): number {
  print('Usage: npm run replay -- trace.json');
  return 1;
}

function replayFile(path: string): number {
  try {
    const { entries } = parseTrace(readFileSync(path, 'utf8'));
    return printResult(
      replayTrace(
        entries,
        machineCatalogue.map(({ machine }) => describeChart(machine)),
      ),
    );
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function printResult({ events, differences }: ReplayResult): number {
  for (const { entry, what } of differences) print(`${entry.tab} ${entry.actor} ${entry.n}: ${what}`);
  print(`${events} events replayed, ${differences.length} of them with another result.`);
  return differences.length === 0 ? 0 : 1;
}
