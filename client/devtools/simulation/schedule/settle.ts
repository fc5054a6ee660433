import { formatCursor, ORIGIN } from '@cruddur/shared';
import type { Violation } from '../checker/violation.ts';
import { isWaiting } from '../../../src/sync/outbox/outbox-item.ts';
import { PUBLIC_STREAM, userStream, type StreamId } from '../../../../server/src/domain/streams.ts';
import { EPOCH_MS } from '../world/world.ts';
import type { Stage } from './stage.ts';
import type { Workload } from './workload.ts';

/** How long a tab may take to catch up once all faults are over: a dead connection is noticed after 14 s, and reconnects. */
const SETTLED_WITHIN_MS = 25_000;
const LOOK_EVERY_MS = 100;
/** What was sent earlier may arrive this much later. */
const LAST_ARRIVALS_MS = 200;
/** How long a page may take to show what its tab has received: lists that it cannot update are fetched again. */
const SCREEN_MS = 1000;
/** The same for a page whose clock was stepped: it learns the server's time from the next frame, and may ask for it then. */
const STEPPED_SCREEN_MS = 12_000;
/** The same after a restore of the store: a tab may still have to notice a dead connection, or that events are missing. */
const RESTORED_SCREEN_MS = 20_000;

interface SettleInput {
  workload: Workload;
  /** What the end of the schedule waits for. */
  due: ReadonlySet<object>;
  /** The time at which further faults end. */
  faultsUntil: () => number;
}

/** Runs until all tabs agree with the store and every operation has its answer. @returns false when that takes too long */
export async function settle(
  stage: Stage,
  { workload, due, faultsUntil: askFaultsUntil }: SettleInput,
): Promise<boolean> {
  const { world } = stage;
  const faultsEnded = world.now();
  const faultsUntil = () => Math.max(faultsEnded, askFaultsUntil());
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
  const headOf = (stream: StreamId) => formatCursor(stage.model.rows.heads.get(stream) ?? ORIGIN);
  return openTabsOf(stage).every(({ host, browser, homeRows }) => {
    const own = positions.get(host.name);
    return (
      homeRows() !== null &&
      own?.public === headOf(PUBLIC_STREAM) &&
      own.me === headOf(userStream(browser.person.sub))
    );
  });
}

/** The cursors of each tab. */
function positionsOf({ history }: Stage): Map<string, { public?: string; me?: string }> {
  const positions = new Map<string, { public?: string; me?: string }>();
  for (const record of history.records()) {
    if (record.type !== 'applied' && record.type !== 'snapshot') continue;
    const own = positions.get(record.tab) ?? {};
    positions.set(record.tab, own);
    own[record.stream] = formatCursor(record);
  }
  return positions;
}

/** Waits until every page shows the store's list, at most as long as it may take. */
export async function waitForScreens(stage: Stage, isRestored: boolean): Promise<void> {
  const { world } = stage;
  const hasStepped = stage.tabs().some(({ host }) => host.skewMs !== 0);
  const usually = isRestored ? RESTORED_SCREEN_MS : SCREEN_MS;
  const latest = world.now() + (hasStepped ? STEPPED_SCREEN_MS : usually);
  while (world.now() < latest && !doScreensAgree(stage)) await world.runUntil(world.now() + LOOK_EVERY_MS);
}

function doScreensAgree(stage: Stage): boolean {
  const now = EPOCH_MS + stage.world.now();
  const cruds = [...stage.model.rows.activities.values()]
    .filter(({ reply_to, expires_at }) => reply_to === null && (expires_at?.getTime() ?? Infinity) > now)
    .toSorted((one, other) => other.pos - one.pos);
  return openTabsOf(stage).every(({ homeRows }) => {
    const rows = homeRows();
    return rows?.length === cruds.length && rows.every((row, index) => row === cruds[index]?.uuid);
  });
}

/** What the page of each tab shows at the end. */
export function recordScreens(stage: Stage): void {
  const { world, history } = stage;
  for (const { host, homeRows } of openTabsOf(stage)) {
    const rows = homeRows();
    if (rows) history.record({ type: 'shown', tab: host.name, now: EPOCH_MS + world.now(), rows });
  }
}

export function describeUnsettled(stage: Stage): Violation {
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
