import { serverMachines } from '@cruddur/shared';
import { createMachine } from 'xstate';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Chart } from '../src/devtools/charts/chart.ts';
import { describeChart } from '../src/devtools/charts/describe-chart.ts';
import type { ChartLayout, DrawnChart } from '../src/devtools/charts/layout.ts';
import { machineCatalogue } from '../src/machines/machine-catalogue.ts';

/** A layout as it is kept in the repository, so that nobody who only builds the program waits for it. */
interface StoredLayout {
  /** The chart that it is of, as a hash. */
  of: string;
  /** The code that made it, as a hash. */
  by: string;
  layout: ChartLayout;
}

const STORED_LAYOUTS = new URL('./kept/', import.meta.url);
const LAYOUT_CODE = [new URL('./', import.meta.url), new URL('../src/devtools/charts/', import.meta.url)];

/** Every machine's chart and where everything of it stands: those of the catalogue in its order, and then the server's. */
export async function loadLayouts(): Promise<DrawnChart[]> {
  const drawn: DrawnChart[] = [];
  for (const chart of allCharts()) {
    const kept = readStoredLayout(chart);
    // What is kept of another chart is of no use; of this one it is right, whichever code made it.
    const layout = kept?.of === hashOf(chart) ? kept.layout : await computeLayout(chart);
    drawn.push({ chart, layout });
  }
  return drawn;
}

/** The machines whose layouts are not kept as this code would make them of these charts. */
export function listOutdatedMachines(): string[] {
  return findOutdatedCharts().map(({ machine }) => machine);
}

/** Keeps the layouts of all charts as they are. @returns the machines that were laid out for it */
export async function storeLayouts(): Promise<string[]> {
  const made = findOutdatedCharts();
  for (const chart of made) {
    const kept: StoredLayout = { of: hashOf(chart), by: hashOfCode(), layout: await computeLayout(chart) };
    writeFileSync(fileOf(chart.machine), `${JSON.stringify(kept)}\n`);
  }
  for (const name of listOrphanedFiles()) rmSync(new URL(name, STORED_LAYOUTS));
  return made.map(({ machine }) => machine);
}

/** The files that are kept of no machine. */
export function listOrphanedFiles(): string[] {
  const names = allCharts().map(({ machine }) => `${machine}.json`);
  return readdirSync(STORED_LAYOUTS).filter((name) => !names.includes(name));
}

/** ELK is loaded where it is needed only. */
async function computeLayout(chart: Chart): Promise<ChartLayout> {
  const { layoutChart } = await import('./layout-chart.ts');
  return layoutChart(chart);
}

function allCharts(): Chart[] {
  const tables = Object.values(serverMachines).map((table) => createMachine(table));
  return [...machineCatalogue.map(({ machine }) => machine), ...tables].map((machine) =>
    describeChart(machine),
  );
}

function findOutdatedCharts(): Chart[] {
  const by = hashOfCode();
  return allCharts().filter((chart) => {
    const kept = readStoredLayout(chart);
    return kept?.of !== hashOf(chart) || kept.by !== by;
  });
}

const fileOf = (machine: string) => new URL(`${machine}.json`, STORED_LAYOUTS);

function readStoredLayout({ machine }: Chart): StoredLayout | null {
  const file = fileOf(machine);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredLayout) : null;
}

const hashOf = (chart: Chart) => shortHash([JSON.stringify(chart)]);

function hashOfCode(): string {
  const sources = LAYOUT_CODE.flatMap((folder) => {
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
