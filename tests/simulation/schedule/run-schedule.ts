import { createRandom, type Random } from '../../chaos/random.ts';
import { checkHistory } from '../../chaos/checker/check-history.ts';
import type { Violation } from '../../chaos/checker/violation.ts';
import { isWaiting } from '../../../client/src/outbox/outbox-item.ts';
import { takeUnmodelledCalls } from '../store/unmodelled.ts';
import { setCurrentWorld } from '../world/take-over-globals.ts';
import type { WorldEvent } from '../world/host.ts';
import { createWorld, EPOCH_MS, type LostMessage } from '../world/world.ts';
import { createParts, type Parts } from './parts.ts';
import { scheduleFaults } from './faults.ts';
import { scheduleImpostor, scheduleLeaver } from './sign-ins.ts';
import { setStage, TABS, type Stage } from './stage.ts';
import { watchMachines } from './machine-watch.ts';
import { createWorkload, type Workload } from './workload.ts';

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
  /** The states and transitions of machines that it has reached. */
  reached: string[];
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
/** How long a tab may take to catch up once all faults are over: a dead connection is noticed after 14 s, and reconnects. */
const SETTLED_WITHIN_MS = 25_000;
const LOOK_EVERY_MS = 100;
/** What was sent earlier may arrive this much later. */
const LAST_ARRIVALS_MS = 200;
/** How long a page may take to show what its tab has received: lists that it cannot update are fetched again. */
const SCREEN_MS = 1000;
/** The same for a page whose clock was stepped: it learns the server's time from the next frame, and may ask for it then. */
const STEPPED_SCREEN_MS = 12_000;
/** The shares of schedules in which a sign-in is ended elsewhere, and in which an ID token is presented. */
const LEAVER_SHARE = 0.05;
const IMPOSTOR_SHARE = 0.1;

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
  const machines = watchMachines();
  const size = random.next() < LONG_SHARE ? LONG : SHORT;
  const opened = chooseTabs(random, size);
  const stage = setStage(world, random, (nth) => opened.includes(nth) && parts.include(`t${nth}`));
  try {
    const workload = createWorkload(stage);
    const byWatcher = createRandom(seed);
    watch?.begin(stage, () => workload.actOnce(byWatcher));
    const due = new Set<object>();
    scheduleFaults(stage, random.fork(), { stopAt: size.faultsUntil, kinds: size.faultKinds, parts });
    scheduleActions(stage, random.fork(), { size, parts, workload });
    scheduleSignIns(stage, random.fork(), { parts, workload, due });
    await world.runUntil(size.faultsUntil);
    const isSettled = await settle(stage, { workload, due, watch });
    await waitForScreens(stage);
    recordScreens(stage);
    const { violations } = checkHistory(stage.history.records(), stage.model.dump());
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
    for (const report of stage.reportMachines()) machines.addReport(report);
    watch?.end(all);
    return {
      seed,
      hash: world.hash(),
      events: world.countEvents(),
      faults: Object.fromEntries(stage.faultCounts),
      parts: parts.names(),
      reached: machines.reached(),
      violations: all.map(({ rule, what }) => `${rule}: ${what}`),
      ...(keepsTrace && { trace: world.traceLines() }),
    };
  } finally {
    machines.stop();
    stage.dispose();
    setCurrentWorld(null);
  }
}

/** @returns the numbers of the tabs, of which the first person's come first */
function chooseTabs(random: Random, { tabs }: Size): number[] {
  let first = 1;
  return tabs.flatMap((count, index) => {
    const chosen = Array.from({ length: random.between(...count) }, (_, place) => first + place);
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

/** Runs until all tabs agree with the store and every operation has its answer. @returns false when that takes too long */
async function settle(
  stage: Stage,
  {
    workload,
    due,
    watch,
  }: { workload: Workload; due: ReadonlySet<object>; watch: ScheduleWatch | undefined },
): Promise<boolean> {
  const { world } = stage;
  const faultsEnded = world.now();
  const faultsUntil = () => Math.max(faultsEnded, watch?.faultsUntil() ?? 0);
  const isSettled = () => due.size === 0 && workload.isSettled() && areAllAtHeads(stage) && !hasUnsent(stage);
  while (world.now() < faultsUntil() + SETTLED_WITHIN_MS) {
    workload.settleUnknown();
    retryFailedPages(stage);
    if (world.now() >= faultsUntil() && isSettled()) {
      await world.runUntil(world.now() + LAST_ARRIVALS_MS);
      if (isSettled()) return true;
    }
    await world.runUntil(world.now() + LOOK_EVERY_MS);
  }
  return false;
}

function retryFailedPages(stage: Stage): void {
  for (const tab of openTabsOf(stage))
    if (tab.homeRows() === null)
      stage.world.after(tab.host, 0, 'retries its page', () => tab.retryFailedHome());
}

const hasUnsent = (stage: Stage) =>
  openTabsOf(stage).some(
    ({ browser, outbox }) => !browser.hasLostStorage() && outbox.getSnapshot().some(isWaiting),
  );

/** Those whose sign-in goes on. */
const openTabsOf = (stage: Stage) => stage.tabs().filter(({ browser }) => stage.browsers.includes(browser));

/** Whether each tab has shown its streams up to their heads, and has the page. */
function areAllAtHeads(stage: Stage): boolean {
  const positions = positionsOf(stage);
  const { heads } = stage.model.rows;
  return openTabsOf(stage).every(({ host, browser, homeRows }) => {
    const own = positions.get(host.name);
    return (
      homeRows() !== null &&
      own?.public === heads.get('public')?.seq &&
      own?.me === heads.get(`user:${browser.person.sub}`)?.seq
    );
  });
}

function positionsOf({ history }: Stage): Map<string, { public?: number; me?: number }> {
  const positions = new Map<string, { public?: number; me?: number }>();
  for (const record of history.records()) {
    if (record.type !== 'applied' && record.type !== 'snapshot') continue;
    const own = positions.get(record.tab) ?? {};
    positions.set(record.tab, own);
    own[record.stream] = record.seq;
  }
  return positions;
}

/** Waits until every page shows the store's list, at most as long as it may take. */
async function waitForScreens(stage: Stage): Promise<void> {
  const { world } = stage;
  const hasStepped = stage.tabs().some(({ host }) => host.skewMs !== 0);
  const latest = world.now() + (hasStepped ? STEPPED_SCREEN_MS : SCREEN_MS);
  while (world.now() < latest && !doScreensAgree(stage)) await world.runUntil(world.now() + LOOK_EVERY_MS);
}

function doScreensAgree(stage: Stage): boolean {
  const now = EPOCH_MS + stage.world.now();
  const cruds = [...stage.model.rows.activities.values()]
    .filter(({ reply_to, expires_at }) => reply_to === null && (expires_at?.getTime() ?? Infinity) > now)
    .toSorted((one, other) => other.pos - one.pos);
  return openTabsOf(stage).every(({ homeRows }) => {
    const rows = homeRows();
    return rows?.length === cruds.length && rows.every((row, place) => row === cruds[place]?.uuid);
  });
}

/** What the page of each tab shows at the end. */
function recordScreens(stage: Stage): void {
  const { world, history } = stage;
  for (const { host, homeRows } of openTabsOf(stage)) {
    const rows = homeRows();
    if (rows) history.record({ type: 'shown', tab: host.name, now: EPOCH_MS + world.now(), rows });
  }
}

function describeUnsettled(stage: Stage): Violation {
  const positions = [...positionsOf(stage)].map(
    ([tab, at]) => `${tab} at ${at.public ?? '-'}/${at.me ?? '-'}`,
  );
  const states = stage
    .tabs()
    .map(
      ({ host, status, outbox }) =>
        `${host.name} ${status()} ${outbox.getSnapshot().filter(isWaiting).length} unsent`,
    );
  return { rule: 'late', what: `the tabs do not agree: ${[...positions, ...states].join(', ')}`, at: null };
}
