import { checkHistory } from '../../chaos/checker/check-history.ts';
import type { Violation } from '../../chaos/checker/violation.ts';
import { isWaiting } from '../../../client/src/outbox/outbox-item.ts';
import { takeUnmodelledCalls } from '../store/unmodelled.ts';
import { setCurrentWorld } from '../world/take-over-globals.ts';
import { createWorld, EPOCH_MS } from '../world/world.ts';
import { scheduleFaults } from './faults.ts';
import { scheduleImpostor, scheduleLeaver } from './sign-ins.ts';
import { setStage, type Stage } from './stage.ts';
import { createWorkload } from './workload.ts';

/** The result of one schedule. */
export interface ScheduleResult {
  seed: number;
  hash: string;
  events: number;
  /** How often each fault struck. */
  faults: Record<string, number>;
  violations: string[];
  /** Only for a replay. */
  trace?: readonly string[];
}

/** For this long people act and faults strike. Milliseconds. */
const ACTIVE_MS = 3000;
const FAULTS_UNTIL_MS = 3500;
/** How long a tab may take to catch up once all faults are over: a dead connection is noticed after 14 s, and reconnects. */
const SETTLED_WITHIN_MS = 25_000;
const LOOK_EVERY_MS = 250;
/** How long a page may take to show what its tab has received: lists that it cannot update are fetched again. */
const SCREEN_MS = 1000;
/** The same for a page whose clock was stepped: it learns the server's time from the next frame, and may ask for it then. */
const STEPPED_SCREEN_MS = 12_000;
/** The shares of schedules in which a sign-in is ended elsewhere, and in which an ID token is presented. */
const LEAVER_SHARE = 0.5;
const IMPOSTOR_SHARE = 0.2;
const ACTIONS = [8, 24] as const;

export async function runSchedule(seed: number, { keepsTrace = false } = {}): Promise<ScheduleResult> {
  const world = createWorld(seed, { keepsTrace });
  setCurrentWorld(world);
  const random = world.random.fork();
  const stage = setStage(world, random);
  try {
    const workload = createWorkload(stage, random.fork());
    scheduleFaults(stage, random.fork(), FAULTS_UNTIL_MS);
    for (let count = random.between(...ACTIONS); count > 0; count -= 1)
      world.after(stage.storeHost, 200 + random.next() * ACTIVE_MS, 'a person acts', workload.actOnce);
    if (random.next() < LEAVER_SHARE) scheduleLeaver(stage, random.fork());
    if (random.next() < IMPOSTOR_SHARE) scheduleImpostor(stage, random.fork());
    await world.runUntil(FAULTS_UNTIL_MS);
    const isSettled = await settle(stage, workload);
    const hasStepped = stage.tabs().some(({ host }) => host.skewMs !== 0);
    await world.runUntil(world.now() + (hasStepped ? STEPPED_SCREEN_MS : SCREEN_MS));
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
    return {
      seed,
      hash: world.hash(),
      events: world.countEvents(),
      faults: Object.fromEntries(stage.faultCounts),
      violations: all.map(({ rule, what }) => `${rule}: ${what}`),
      ...(keepsTrace && { trace: world.traceLines() }),
    };
  } finally {
    stage.dispose();
    setCurrentWorld(null);
  }
}

/** Runs until all tabs agree with the store and every operation has its answer. @returns false when that takes too long */
async function settle(stage: Stage, workload: ReturnType<typeof createWorkload>): Promise<boolean> {
  const { world } = stage;
  for (let at = FAULTS_UNTIL_MS; at < FAULTS_UNTIL_MS + SETTLED_WITHIN_MS; at += LOOK_EVERY_MS) {
    await world.runUntil(at);
    workload.settleUnknown();
    if (workload.isSettled() && areAllAtHeads(stage) && !hasUnsent(stage)) return true;
  }
  return false;
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
