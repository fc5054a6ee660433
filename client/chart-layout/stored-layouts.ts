import { serverMachines } from '@cruddur/shared';
import { createMachine } from 'xstate';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Chart } from '../src/devtools/charts/chart.ts';
import { describeChart } from '../src/devtools/charts/describe-chart.ts';
import type { ChartLayout, DrawnChart } from '../src/devtools/charts/layout.ts';
import { machineCatalogue } from '../src/machines/machine-catalogue.ts';

/** A layout as it is stored in the repository, so that a build does not compute it. */
interface StoredLayout {
  /** Hash of the chart. */
  of: string;
  /** Hash of the layout code that computed it. */
  by: string;
  layout: ChartLayout;
}

const STORED_LAYOUTS = new URL('./kept/', import.meta.url);
const LAYOUT_CODE = [new URL('./', import.meta.url), new URL('../src/devtools/charts/', import.meta.url)];

/** Every machine's chart with its layout: the catalogue's in its order, then the server's. */
export async function loadLayouts(): Promise<DrawnChart[]> {
  const drawn: DrawnChart[] = [];
  for (const chart of allCharts()) {
    const stored = readStoredLayout(chart);
    // A stored layout of the same chart is valid, whichever version of the code computed it.
    const layout = stored?.of === hashOf(chart) ? stored.layout : await computeLayout(chart);
    drawn.push({ chart, layout });
  }
  return drawn;
}

/** The machines whose stored layout is missing, or was computed from another chart or by other code. */
export function listOutdatedMachines(): string[] {
  return findOutdatedCharts().map(({ machine }) => machine);
}

/** Computes and stores outdated layouts, and removes orphaned files. @returns the machines whose layout was computed */
export async function storeLayouts(): Promise<string[]> {
  const outdated = findOutdatedCharts();
  for (const chart of outdated) {
    const stored: StoredLayout = { of: hashOf(chart), by: hashOfCode(), layout: await computeLayout(chart) };
    writeFileSync(fileOf(chart.machine), `${JSON.stringify(stored)}\n`);
  }
  for (const name of listOrphanedFiles()) rmSync(new URL(name, STORED_LAYOUTS));
  return outdated.map(({ machine }) => machine);
}

/** Stored layouts of machines that do not exist. */
export function listOrphanedFiles(): string[] {
  const names = allCharts().map(({ machine }) => `${machine}.json`);
  return readdirSync(STORED_LAYOUTS).filter((name) => !names.includes(name));
}

/** Imports ELK on demand: a build with stored layouts does not need it. */
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
    const stored = readStoredLayout(chart);
    return stored?.of !== hashOf(chart) || stored.by !== by;
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
