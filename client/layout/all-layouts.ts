import { serverMachines } from '@cruddur/shared';
import { createMachine } from 'xstate';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Chart } from '../src/charts/chart.ts';
import { describeChart } from '../src/charts/describe-chart.ts';
import type { ChartLayout, DrawnChart } from '../src/charts/layout.ts';
import { catalogue } from '../src/machines/catalogue.ts';

/** A layout as it is kept in the repository, so that nobody who only builds the program waits for it. */
interface KeptLayout {
  /** The chart that it is of, as a hash. */
  of: string;
  /** The code that made it, as a hash. */
  by: string;
  layout: ChartLayout;
}

const KEPT = new URL('./kept/', import.meta.url);
const CODE = [new URL('./', import.meta.url), new URL('../src/charts/', import.meta.url)];

/** Every machine's chart and where everything of it stands: those of the catalogue in its order, and then the server's. */
export async function layOutAll(): Promise<DrawnChart[]> {
  const drawn: DrawnChart[] = [];
  for (const chart of allCharts()) {
    const kept = keptOf(chart);
    // What is kept of another chart is of no use; of this one it is right, whichever code made it.
    const layout = kept?.of === hashOf(chart) ? kept.layout : await laidOut(chart);
    drawn.push({ chart, layout });
  }
  return drawn;
}

/** The machines whose layouts are not kept as this code would make them of these charts. */
export function outdatedLayouts(): string[] {
  return outdated().map(({ machine }) => machine);
}

/** Keeps the layouts of all charts as they are. @returns the machines that were laid out for it */
export async function keepLayouts(): Promise<string[]> {
  const made = outdated();
  for (const chart of made) {
    const kept: KeptLayout = { of: hashOf(chart), by: hashOfCode(), layout: await laidOut(chart) };
    writeFileSync(fileOf(chart.machine), `${JSON.stringify(kept)}\n`);
  }
  for (const name of strayFiles()) rmSync(new URL(name, KEPT));
  return made.map(({ machine }) => machine);
}

/** The files that are kept of no machine. */
export function strayFiles(): string[] {
  const names = allCharts().map(({ machine }) => `${machine}.json`);
  return readdirSync(KEPT).filter((name) => !names.includes(name));
}

/** ELK is loaded where it is needed only. */
async function laidOut(chart: Chart): Promise<ChartLayout> {
  const { layOut } = await import('./lay-out.ts');
  return layOut(chart);
}

function allCharts(): Chart[] {
  const tables = Object.values(serverMachines).map((table) => createMachine(table));
  return [...catalogue.map(({ machine }) => machine), ...tables].map((machine) => describeChart(machine));
}

function outdated(): Chart[] {
  const by = hashOfCode();
  return allCharts().filter((chart) => {
    const kept = keptOf(chart);
    return kept?.of !== hashOf(chart) || kept.by !== by;
  });
}

const fileOf = (machine: string) => new URL(`${machine}.json`, KEPT);

function keptOf({ machine }: Chart): KeptLayout | null {
  const file = fileOf(machine);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptLayout) : null;
}

const hashOf = (chart: Chart) => shortHash([JSON.stringify(chart)]);

function hashOfCode(): string {
  const sources = CODE.flatMap((folder) => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    return names.sort().map((name) => readFileSync(new URL(name, folder), 'utf8'));
  });
  return shortHash([elkVersion(), ...sources]);
}

function elkVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { devDependencies } = JSON.parse(file) as { devDependencies: Record<string, string> };
  return devDependencies.elkjs ?? '';
}

function shortHash(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}
