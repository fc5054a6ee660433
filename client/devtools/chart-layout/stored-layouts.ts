import { serverMachines } from '@cruddur/shared';
import { createMachine } from 'xstate';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chart } from '../charts/chart.ts';
import { describeChart } from '../charts/describe-chart.ts';
import type { ChartLayout, DrawnChart } from '../charts/layout.ts';
import { machineCatalogue } from '../machine-catalogue.ts';

/** A layout as it is stored in the repository, so that a build does not compute it. */
interface StoredLayout {
  /** Hash of the chart. */
  of: string;
  /** Hash of the layout code that computed it. */
  by: string;
  layout: ChartLayout;
}

const STORED_LAYOUTS = new URL('./kept/', import.meta.url);
const OWN_NAME = basename(fileURLToPath(import.meta.url));
const LAYOUT_CODE = [new URL('./', import.meta.url), new URL('../charts/', import.meta.url)];

/** Every machine's chart with its layout: the catalogue's in its order, then the server's. */
export function loadLayouts(): DrawnChart[] {
  return allCharts().map((chart) => ({ chart, layout: loadLayout(chart, fileOf(chart)) }));
}

/** The layout that is stored in the file. @throws if it is of another chart; other code may have computed it */
export function loadLayout(chart: Chart, file: URL): ChartLayout {
  const stored = readStoredLayout(file);
  if (stored?.of === hashOf(chart)) return stored.layout;
  throw new Error(`The stored layout of ${chart.machine} is of another chart: run npm run machines.`);
}

/** The machines whose stored layout is missing, or was computed from another chart or by other code. */
export function listOutdatedMachines(): string[] {
  return allCharts()
    .filter((chart) => isOutdated(chart, fileOf(chart)))
    .map(({ machine }) => machine);
}

/** Whether the file is missing, or its layout was computed from another chart or by other code. */
export function isOutdated(chart: Chart, file: URL): boolean {
  const stored = readStoredLayout(file);
  return stored?.of !== hashOf(chart) || stored.by !== hashOfCode();
}

/** Computes and stores outdated layouts, and removes orphaned files. @returns the machines whose layout was computed */
export async function storeLayouts(): Promise<string[]> {
  const computed: string[] = [];
  for (const chart of allCharts()) {
    if (await storeLayout(chart, fileOf(chart))) computed.push(chart.machine);
  }
  for (const name of listOrphanedFiles()) rmSync(new URL(name, STORED_LAYOUTS));
  return computed;
}

/** Computes and stores the layout if the file is outdated. @returns whether it was */
export async function storeLayout(chart: Chart, file: URL): Promise<boolean> {
  if (!isOutdated(chart, file)) return false;
  // On demand, because only this needs ELK.
  const { layoutChart } = await import('./layout-chart.ts');
  const stored: StoredLayout = { of: hashOf(chart), by: hashOfCode(), layout: await layoutChart(chart) };
  writeFileSync(file, `${JSON.stringify(stored)}\n`);
  return true;
}

/** Stored layouts of machines that do not exist. */
export function listOrphanedFiles(): string[] {
  const names = allCharts().map(({ machine }) => `${machine}.json`);
  return readdirSync(STORED_LAYOUTS).filter((name) => !names.includes(name));
}

function allCharts(): Chart[] {
  const tables = Object.values(serverMachines).map((table) => createMachine(table));
  return [...machineCatalogue.map(({ machine }) => machine), ...tables].map((machine) =>
    describeChart(machine),
  );
}

const fileOf = ({ machine }: Chart) => new URL(`${machine}.json`, STORED_LAYOUTS);

function readStoredLayout(file: URL): StoredLayout | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredLayout) : null;
}

const hashOf = (chart: Chart) => shortHash([JSON.stringify(chart)]);

/** Without this file, which stores layouts and does not compute them. */
function hashOfCode(): string {
  const sources = LAYOUT_CODE.flatMap((folder) => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== OWN_NAME);
    return names.sort().map((name) => readFileSync(new URL(name, folder), 'utf8'));
  });
  return shortHash([elkVersion(), ...sources]);
}

function elkVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { devDependencies } = JSON.parse(file) as { devDependencies: Record<string, string> };
  if (devDependencies.elkjs === undefined) throw new Error('The version of elkjs is unknown.');
  return devDependencies.elkjs;
}

function shortHash(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}
