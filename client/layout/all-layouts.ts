import { serverMachines } from '@cruddur/shared';
import { createMachine } from 'xstate';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { DrawnChart } from '../src/charts/layout.ts';
import type { Chart } from '../src/charts/chart.ts';
import { describeChart } from '../src/charts/describe-chart.ts';
import { catalogue } from '../src/machines/catalogue.ts';
import { layOut } from './lay-out.ts';

/** Layouts are made once for each machine as it is, and for this code as it is: a build needs them anew only then. */
const CACHE = new URL('../../.cache/charts/', import.meta.url);
const SOURCES = [new URL('./', import.meta.url), new URL('../src/charts/', import.meta.url)];

/** Every machine's chart and where everything of it stands: those of the catalogue in its order, and then the server's. */
export async function layOutAll(): Promise<DrawnChart[]> {
  mkdirSync(CACHE, { recursive: true });
  const code = hashOfCode();
  const drawn: DrawnChart[] = [];
  const tables = Object.values(serverMachines).map((table) => createMachine(table));
  for (const machine of [...catalogue.map((entry) => entry.machine), ...tables])
    drawn.push(await drawnOnce(describeChart(machine), code));
  return drawn;
}

async function drawnOnce(chart: Chart, code: string): Promise<DrawnChart> {
  const hash = createHash('sha256').update(code).update(JSON.stringify(chart)).digest('hex');
  const file = new URL(`${chart.machine}-${hash.slice(0, 16)}.json`, CACHE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DrawnChart;
  const drawn = { chart, layout: await layOut(chart) };
  // Two builds may be at it: neither reads half of what the other writes.
  const unfinished = new URL(`${file.href}.${process.pid}`);
  writeFileSync(unfinished, JSON.stringify(drawn));
  renameSync(unfinished, file);
  return drawn;
}

function hashOfCode(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('../package.json', import.meta.url)));
  for (const folder of SOURCES)
    for (const name of readdirSync(folder).sort())
      hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex');
}
