import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCleanup } from '../../support/cleanup.ts';
import { signUp } from '../../support/people.ts';
import { until } from '../../support/until.ts';
import { openBrowserPages } from './workload/browser-pages.ts';
import { changeRelations } from './workload/change-relations.ts';
import { createShortLivedTexts, createShortLivedCrud } from './workload/short-lived-texts.ts';
import { tryIdTokens } from './workload/try-id-tokens.ts';
import { likeConcurrently } from './workload/like-concurrently.ts';
import { endSessionsRepeatedly } from './workload/end-sessions.ts';
import { readLists } from './workload/read-lists.ts';
import { openTabPool, type TabPool } from './workload/tab-pool.ts';
import type { RunContext } from './workload/run-context.ts';
import { resolveUnknownActions, writeAsPerson } from './workload/write-as-person.ts';
import { checkHistory, type Verdict } from '../../../client/devtools/simulation/checker/check-history.ts';
import { injectFaults } from './faults/inject-faults.ts';
import { createHistory } from './history/history-file.ts';
import { watchStalls } from './history/watch-stalls.ts';
import type { ChaosOptions } from './options.ts';
import { createRandom } from '../../../client/devtools/simulation/random.ts';
import { restoreDuringWrites } from './restore-during-writes.ts';
import { dumpStore, readNewestCrud, readHeads } from './topology/dump-store.ts';
import { startChaosTopology } from './topology/topology.ts';

/** The time between the last fault and the end of the writing. */
const LAST_FAULT_MS = 6000;
/** The time for tabs to catch up at the end: what the promise allows, and a little more. */
const CATCH_UP_MS = 8000;

export type ChaosOutcome = Verdict & {
  /** Operations that were not answered at first. */
  unknown: number;
};

/** One run: three gateways, users, tabs and faults, and then the checks. */
export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const cleanup = createCleanup();
  try {
    mkdirSync(dirname(options.history), { recursive: true });
    const topology = await startChaosTopology();
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
    const run: RunContext = {
      topology,
      history,
      random: random.fork(),
      people,
      cruds: [],
      messages: [],
      groups: new Map(),
      writing: writing.signal,
    };
    const tabs = openTabPool(run);
    cleanup.defer(() => tabs[Symbol.dispose]());
    const screens = await openBrowserPages(run, options.browsers);
    cleanup.defer(() => screens[Symbol.asyncDispose]());

    const untilMs = history.now() + options.seconds * 1000 - LAST_FAULT_MS;
    const faults = injectFaults({
      topology,
      history,
      random: random.fork(),
      untilMs,
    });
    const writers = Promise.all(people.map((person) => writeAsPerson(run, person)));
    const older = options.restore ? dumpStoreHalfway(run, options.seconds) : Promise.resolve('');
    const timed = Promise.all([faults, older, pause(options.seconds * 1000)]).then(() => writing.abort());
    // Together, so that the first failure is the one that is reported.
    const [actions] = await Promise.all([
      ...[writers, timed, tabs.replaceTabs(), screens.recordContinuously()],
      ...[createShortLivedTexts(run), readLists(run), endSessionsRepeatedly(run), tryIdTokens(run)],
      changeRelations(run, people.slice(options.browsers)),
    ] as const);
    const unknown = actions.flat();
    await resolveUnknownActions(run, unknown);
    await likeConcurrently(run, tabs);
    // Nothing follows that could reveal that it is missing.
    await createShortLivedCrud(run);
    await waitForCatchUp(run, tabs);
    await screens.recordOnceCaughtUp(await readNewestCrud(topology.postgres));
    const dump = await dumpStore(topology.postgres);
    const verdict = checkHistory([...history.records()], dump);
    const afterRestore = options.restore ? await restoreDuringWrites(run, await older, dump) : [];
    stalls[Symbol.dispose]();
    await history.close(dump);
    const violations = [...verdict.violations, ...afterRestore];
    return { ...verdict, violations, unknown: unknown.length };
  } finally {
    await cleanup.run();
  }
}

/** A dump that a fault interrupts is repeated. */
async function dumpStoreHalfway({ topology }: RunContext, seconds: number): Promise<string> {
  await pause(seconds * 500);
  return until(() => topology.postgres.dump().catch(() => null), { what: 'a dump', timeoutMs: 30_000 });
}

/** The checker reports tabs that are not at the heads by then. */
async function waitForCatchUp({ topology }: RunContext, tabs: TabPool): Promise<void> {
  const heads = await readHeads(topology.postgres);
  const areLevel = () => tabs.areAllAt(heads);
  await until(areLevel, { what: 'every tab is at the heads', timeoutMs: CATCH_UP_MS }).catch(() => undefined);
}
