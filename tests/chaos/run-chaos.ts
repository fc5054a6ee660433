import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCleanup } from '../support/cleanup.ts';
import { signUp } from '../support/people.ts';
import { until } from '../support/until.ts';
import { openScreens } from './cast/screens.ts';
import { lightFleeting, lightOne } from './cast/fleeting.ts';
import { showIdTokens } from './cast/impostor.ts';
import { likeTogether } from './cast/likers.ts';
import { comeAndGo } from './cast/leaver.ts';
import { readLists } from './cast/reader.ts';
import { openTabs, type Tabs } from './cast/tabs.ts';
import type { World } from './cast/world.ts';
import { settleAll, write } from './cast/writer.ts';
import { checkHistory, type Verdict } from './checker/check-history.ts';
import { strikeFaults } from './faults/strike-faults.ts';
import { createHistory } from './history/history-file.ts';
import { watchStalls } from './history/watch-stalls.ts';
import type { ChaosOptions } from './options.ts';
import { createRandom } from './random.ts';
import { restoreAndGoOn } from './restore-phase.ts';
import type { Sabotaged } from './sabotage/sabotaged.ts';
import { dumpStore, newestCrud, readHeads } from './topology/dump-store.ts';
import { startTopology } from './topology/topology.ts';

/** How long before the end of the writing the last fault may begin. */
const LAST_FAULT_MS = 6000;
/** When all is over, tabs get the time that the promise gives them, and a little more before they are given up. */
const LEVEL_MS = 8000;

export type ChaosOutcome = Verdict & {
  /** Acts that nobody answered at first. */
  unknown: number;
};

/** One run: three gateways, people, tabs and faults, and then the judgement. */
export async function runChaos(options: ChaosOptions, sabotaged: Sabotaged = {}): Promise<ChaosOutcome> {
  const cleanup = createCleanup();
  try {
    mkdirSync(dirname(options.history), { recursive: true });
    const topology = await startTopology({ from: sabotaged.from, cluster: options.cluster });
    cleanup.defer(() => topology[Symbol.asyncDispose]());
    const random = createRandom(options.seed);
    const people = await Promise.all(
      Array.from({ length: options.people }, () => signUp(topology.front.origin)),
    );
    const history = createHistory(options.history);
    cleanup.defer(() => history[Symbol.asyncDispose]());
    const stalls = watchStalls(history);
    cleanup.defer(() => stalls[Symbol.dispose]());
    const writing = new AbortController();
    cleanup.defer(() => writing.abort());
    const world: World = {
      ...{ topology, history, random: random.fork(), people },
      ...{ cruds: [], groups: new Map(), writing: writing.signal },
    };
    const tabs = await openTabs(world, sabotaged);
    cleanup.defer(() => tabs[Symbol.dispose]());
    const screens = await openScreens(world, options.browsers);
    cleanup.defer(() => screens[Symbol.asyncDispose]());

    const untilMs = history.now() + options.seconds * 1000 - LAST_FAULT_MS;
    const faults = strikeFaults({
      topology,
      history,
      random: random.fork(),
      untilMs,
      only: sabotaged.faults,
    });
    const writers = Promise.all(people.map((person) => write(world, person)));
    const older = options.restore ? dumpHalfway(world, options.seconds) : Promise.resolve('');
    const timed = Promise.all([faults, older, pause(options.seconds * 1000)]).then(() => writing.abort());
    // Together, so that the first failure of any is the one that is heard of.
    const [acts] = await Promise.all([
      ...[writers, timed, tabs.churn(), screens.watch()],
      ...[lightFleeting(world), readLists(world), comeAndGo(world), showIdTokens(world)],
    ] as const);
    const unknown = acts.flat();
    await settleAll(world, unknown);
    await likeTogether(world, tabs);
    // Nothing comes after it that could betray that it is missing.
    await lightOne(world);
    await letThemCatchUp(world, tabs);
    await screens.lookFor(await newestCrud(topology.postgres));
    const dump = await dumpStore(topology.postgres);
    const verdict = checkHistory([...history.records()], dump);
    const afterRestore = options.restore ? await restoreAndGoOn(world, await older) : [];
    stalls[Symbol.dispose]();
    await history.close(dump);
    const violations = [...verdict.violations, ...afterRestore];
    return { ...verdict, violations, unknown: unknown.length };
  } finally {
    await cleanup.run();
  }
}

/** A dump that a fault cuts short is taken again. */
async function dumpHalfway({ topology }: World, seconds: number): Promise<string> {
  await pause(seconds * 500);
  return until(() => topology.postgres.dump().catch(() => null), { what: 'a dump', timeoutMs: 30_000 });
}

/** Who is not level by then is for the checker to judge. */
async function letThemCatchUp({ topology }: World, tabs: Tabs): Promise<void> {
  const heads = await readHeads(topology.postgres);
  const areLevel = () => tabs.areAt(heads);
  await until(areLevel, { what: 'every tab is at the head', timeoutMs: LEVEL_MS }).catch(() => undefined);
}
