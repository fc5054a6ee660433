/**
 * `npm run simulate -- --seeds 1000`: the server's and the client's delivery in virtual time, with faults chosen by the seed, and the
 * checker of chaos on each history. A failing one is shrunk. `--seed N` replays one and prints its history; `--sabotage all` breaks the promise in several ways,
 * each of which the checker must report.
 */
import { readOptionsOrExit } from '../../support/read-options.ts';
import { buildWorld } from './build-world.ts';
import { readOptions, SIMULATION_USAGE, type SimulationOptions } from './options.ts';
import { runSeeds } from './run-seeds.ts';
import { shrinkSchedule } from './shrink.ts';
import type { ScheduleResult } from '../../../client/devtools/simulation/schedule/run-schedule.ts';
import { watchAddress } from './watch-address.ts';
import { chooseSabotages, detectSabotage } from './try-sabotages.ts';

const SABOTAGED_SEEDS_MAX = 400;
const FAILURES_SHOWN = 3;
const LINES_SHOWN = 120;
/** Ticks and heads, of which a schedule has hundreds, would hide what happened. */
const QUIET = /( tick| timer| heads| heads answers| revocations.*| bus heartbeat| immediate| purge)$/;

const print = (text: string) => void process.stdout.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptionsOrExit(SIMULATION_USAGE, readOptions);
process.exit((await runMode(options)) ? 0 : 1);

async function runMode(run: SimulationOptions): Promise<boolean> {
  if (run.sabotage !== undefined && run.seed === undefined) return reportsSabotages(run, run.sabotage);
  const [sabotage] = run.sabotage === undefined ? [] : chooseSabotages(run.sabotage);
  const bundle = await buildWorld(sabotage?.name ?? 'world', sabotage?.patches);
  return run.seed === undefined ? passesSeeds(run, bundle) : replays(run, run.seed, bundle);
}

async function replays(run: SimulationOptions, seed: number, bundle: string): Promise<boolean> {
  const { results } = await runSeeds({ bundle, from: seed, count: 1, keepsTrace: true, only: run.only });
  const [result] = results;
  if (!result) return false;
  for (const line of result.trace ?? []) print(line);
  print(`\nseed ${seed}, hash ${result.hash}, ${result.events} events, parts ${result.parts.join()}`);
  for (const violation of result.violations) print(violation);
  print(`Watch it at ${watchAddress(seed, run)}`);
  if (result.violations.length > 0) await printShrunk(run, result, bundle);
  return result.violations.length === 0;
}

async function passesSeeds(run: SimulationOptions, bundle: string): Promise<boolean> {
  const { from, seeds: count, workers, only } = run;
  const failed: ScheduleResult[] = [];
  const { results, hash, seconds, cpuSeconds } = await runSeeds({
    ...{ bundle, from, count, workers, only },
    onResult(result) {
      if (result.violations.length > 0) failed.push(result);
      return true;
    },
  });
  const events = results.reduce((sum, result) => sum + result.events, 0);
  print(`${count} seeds from ${from} on, ${failed.length} of them failed`);
  const perSecond = (time: number) => (count / time).toFixed(1);
  const rate = `${perSecond(seconds)} schedules/s, ${perSecond(cpuSeconds)} per second of a processor`;
  print(`${rate}, ${Math.round(events / count)} events each`);
  print(`faults: ${describeFaults(results)}`);
  print(`hash ${hash}`);
  for (const { seed, violations } of failed)
    print(`\nseed ${seed}\n${violations.join('\n')}\nWatch it at ${watchAddress(seed, run)}`);
  for (const result of failed.slice(0, FAILURES_SHOWN)) await printShrunk(run, result, bundle);
  return failed.length === 0;
}

function describeFaults(results: readonly ScheduleResult[]): string {
  const counts = new Map<string, number>();
  for (const { faults } of results)
    for (const [name, count] of Object.entries(faults)) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** Prints the least that fails in the same way, and how to replay it. */
async function printShrunk(
  { sabotage }: SimulationOptions,
  failing: ScheduleResult,
  bundle: string,
): Promise<void> {
  const { result, partsBefore, tried } = await shrinkSchedule(bundle, failing);
  const { seed, parts, violations, trace = [] } = result;
  const ofSabotage = sabotage === undefined ? '' : ` --sabotage ${sabotage}`;
  print(
    `\nSeed ${seed} needs ${parts.length} of its ${partsBefore} parts to fail (${tried} schedules tried):`,
  );
  for (const violation of violations) print(violation);
  print(`npm run simulate -- --seed ${seed} --only ${parts.join()}${ofSabotage}`);
  print(`Watch it at ${watchAddress(seed, { sabotage, only: parts })}`);
  print(
    `\n${trace
      .filter((line) => !QUIET.test(line))
      .slice(-LINES_SHOWN)
      .join('\n')}`,
  );
}

async function reportsSabotages({ from }: SimulationOptions, name: string): Promise<boolean> {
  let isEveryOneReported = true;
  for (const sabotage of chooseSabotages(name)) {
    const { seeds, report, others } = await detectSabotage(sabotage, { from, most: SABOTAGED_SEEDS_MAX });
    const missed = `NOT REPORTED; instead: ${others[0] ?? 'nothing'}`;
    print(`${sabotage.name.padEnd(24)}${report === null ? missed : `after ${seeds} seeds; ${report}`}`);
    isEveryOneReported &&= report !== null;
  }
  return isEveryOneReported;
}
