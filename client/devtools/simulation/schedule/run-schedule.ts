import { createRandom, type Random } from '../random.ts';
import { checkHistory } from '../checker/check-history.ts';
import type { Violation } from '../checker/violation.ts';
import { takeUnmodelledCalls } from '../store/unmodelled.ts';
import { setCurrentWorld } from '../world/take-over-globals.ts';
import type { WorldEvent } from '../world/host.ts';
import { createWorld, type LostMessage } from '../world/world.ts';
import { createParts, type Parts } from './parts.ts';
import { scheduleFaults } from './faults.ts';
import { keepOldItem } from './old-item.ts';
import { chooseRarePart, endToken } from './rare-parts.ts';
import { scheduleRestore } from './restore.ts';
import { scheduleImpostor, scheduleLeaver } from './sign-ins.ts';
import { describeUnsettled, recordScreens, settle, waitForScreens } from './settle.ts';
import { setStage, TABS, type Stage } from './stage.ts';
import { createWorkload, type Workload } from './workload.ts';
import { registerActor, watchActors, type MachineActor } from '../../../src/base/actors.ts';

/** The result of one schedule. */
export interface ScheduleResult {
  seed: number;
  hash: string;
  events: number;
  /** How often each fault struck. */
  faults: Record<string, number>;
  violations: string[];
  /** What happened, by the names that `only` takes. */
  parts: string[];
  /** Only for a replay. */
  trace?: readonly string[];
}

export interface ScheduleOptions {
  keepsTrace?: boolean;
  /** Runs these parts of the schedule only. */
  only?: readonly string[];
  watch?: ScheduleWatch;
}

/** Watches and steers one schedule. */
export interface ScheduleWatch {
  /** Before the first event. @param actOnce lets a person act */
  begin(stage: Stage, actOnce: () => void): void;
  /** The next event waits for the promise. */
  afterEvent(event: WorldEvent): Promise<void> | undefined;
  onLost(message: LostMessage): void;
  /** The time at which the faults of the watcher end. */
  faultsUntil(): number;
  end(violations: readonly Violation[]): void;
}

/** How long a schedule is, and how much happens in it. Milliseconds. */
interface Size {
  /** People act until then. */
  actsUntil: number;
  faultsUntil: number;
  actions: readonly [least: number, most: number];
  faultKinds: readonly [least: number, most: number];
  /** The number of tabs of each person. */
  tabs: readonly (readonly [least: number, most: number])[];
}

/** Most schedules are short, because many different ones find more than a few long ones. */
const SHORT: Size = {
  ...{ actsUntil: 700, faultsUntil: 900, actions: [3, 7], faultKinds: [1, 3] },
  tabs: [
    [1, 2],
    [1, 2],
  ],
};
const LONG: Size = {
  ...{ actsUntil: 3000, faultsUntil: 3500, actions: [8, 24], faultKinds: [2, 6] },
  tabs: [
    [3, 3],
    [2, 2],
  ],
};
const LONG_SHARE = 0.02;
const FIRST_ACT_MS = 100;
/** The shares of schedules in which a sign-in is ended elsewhere, and in which an ID token is presented. */
const LEAVER_SHARE = 0.05;
const IMPOSTOR_SHARE = 0.1;
/** The share of those in which the store is restored from a backup. */
const RESTORE_SHARE = 0.05;
/** The same where some tabs poll, which are few. */
const POLLED_RESTORE_SHARE = 0.5;

export async function runSchedule(
  seed: number,
  { keepsTrace = false, only, watch }: ScheduleOptions = {},
): Promise<ScheduleResult> {
  const world = createWorld(seed, {
    keepsTrace,
    afterEvent: watch && ((event) => watch.afterEvent(event)),
    onLost: watch && ((message) => watch.onLost(message)),
  });
  setCurrentWorld(world);
  const random = world.random.fork();
  const parts = createParts(only);
  const forgetActors = collectActors();
  const size = random.next() < LONG_SHARE ? LONG : SHORT;
  const opened = chooseTabs(random, size);
  const rare = chooseRarePart(seed, parts);
  const stage = setStage(world, random, {
    opensTab: (nth) => opened.includes(nth) && parts.include(`t${nth}`),
    hasScarceSockets: rare === 'scarce-sockets',
  });
  try {
    const workload = createWorkload(stage);
    const byWatcher = createRandom(seed);
    watch?.begin(stage, () => workload.actOnce(byWatcher));
    const due = new Set<object>();
    scheduleFaults(stage, random.fork(), { stopAt: size.faultsUntil, kinds: size.faultKinds, parts });
    scheduleActions(stage, random.fork(), { size, parts, workload });
    scheduleSignIns(stage, random.fork(), { parts, workload, due });
    const [byRestore, byRare] = [random.fork(), random.fork()];
    if (rare === 'token-ends') endToken(stage, byRare, { stopAt: size.faultsUntil, due });
    if (rare === 'old-item') keepOldItem(stage, byRare, { stopAt: size.faultsUntil, due });
    const restoreShare = rare === 'scarce-sockets' ? POLLED_RESTORE_SHARE : RESTORE_SHARE;
    const isRestored = byRestore.next() < restoreShare && mayRestore(parts) && parts.include('restore');
    const readRestore = isRestored ? scheduleRestore(stage, byRestore, { stopAt: size.faultsUntil }) : null;
    await world.runUntil(size.faultsUntil);
    const faultsUntil = () => watch?.faultsUntil() ?? 0;
    let [isSettled, settledAt] = [false, 0];
    do {
      isSettled = await settle(stage, { workload, due, faultsUntil });
      settledAt = world.now();
      await waitForScreens(stage, isRestored);
      // The viewer may have caused faults meanwhile.
    } while (isSettled && faultsUntil() > settledAt);
    recordScreens(stage);
    const { violations } = checkHistory(stage.history.records(), stage.model.dump(), readRestore?.());
    const all = [
      ...violations,
      ...stage.unknownMoves.map((what): Violation => ({ rule: 'contradicted', what, at: null })),
      ...takeUnmodelledCalls().map((what): Violation => ({
        rule: 'contradicted',
        what: `${what} was called, which the world does not have`,
        at: null,
      })),
      ...(isSettled ? [] : [describeUnsettled(stage)]),
    ];
    watch?.end(all);
    return {
      seed,
      hash: world.hash(),
      events: world.countEvents(),
      faults: Object.fromEntries(stage.faultCounts),
      parts: parts.names(),
      violations: all.map(({ rule, what }) => `${rule}: ${what}`),
      ...(keepsTrace && { trace: world.traceLines() }),
    };
  } finally {
    forgetActors();
    stage.dispose();
    setCurrentWorld(null);
  }
}

/** A restored store has forgotten ended sign-ins. */
const mayRestore = (parts: Parts) => !parts.names().includes('leaver');

/** @returns the numbers of the tabs, of which the first person's come first */
function chooseTabs(random: Random, { tabs }: Size): number[] {
  let first = 1;
  return tabs.flatMap((count, index) => {
    const chosen = Array.from({ length: random.between(...count) }, (_, index) => first + index);
    first += TABS[index] ?? 0;
    return chosen;
  });
}

interface ActionPlan {
  size: Size;
  parts: Parts;
  workload: Workload;
}

function scheduleActions(
  { world, storeHost }: Stage,
  random: Random,
  { size, parts, workload }: ActionPlan,
): void {
  for (let nth = random.between(...size.actions); nth > 0; nth -= 1) {
    const own = random.fork();
    const at = FIRST_ACT_MS + random.next() * (size.actsUntil - FIRST_ACT_MS);
    if (parts.include(`a${nth}`)) world.after(storeHost, at, 'a person acts', () => workload.actOnce(own));
  }
}

/** @param plan.due what the end of the schedule waits for */
function scheduleSignIns(
  stage: Stage,
  random: Random,
  { parts, workload, due }: Omit<ActionPlan, 'size'> & { due: Set<object> },
): void {
  const [leaver, impostor] = [random.fork(), random.fork()];
  if (random.next() < LEAVER_SHARE && parts.include('leaver')) {
    const end = {};
    due.add(end);
    scheduleLeaver(stage, leaver, () => {
      due.delete(end);
      workload.actOnce(leaver);
    });
  }
  if (random.next() < IMPOSTOR_SHARE && parts.include('impostor')) scheduleImpostor(stage, impostor);
}

/** @returns forgets the machines of a schedule, which otherwise live as long as the program: those of killed tabs never end */
function collectActors(): () => void {
  const actors = new Set<MachineActor>();
  const stopWatching = watchActors(({ actor }) => {
    actors.add(actor);
    return () => undefined;
  });
  return () => {
    stopWatching();
    for (const actor of actors) registerActor(actor)();
  };
}
