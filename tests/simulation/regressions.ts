import type { Patch } from '../chaos/sabotage/sabotages.ts';
import type { SimulatedSabotage } from './sabotages.ts';

/** A former defect: today's code without its fix. */
interface Regression extends SimulatedSabotage {
  /** The subject of the commit that fixed it. */
  fix: string;
  /** The search begins here: this seed shows the defect until the histories change. */
  from: number;
}

type Change = [file: string, find: string, replace: string];

const SCHEDULE = 'tests/simulation/schedule';
const CACHE = 'client/src/cache';
const FOLLOWER = 'client/src/realtime/stream/stream-follower.ts';
/** Every schedule has what few have, so that fewer are needed. */
const OFTEN = {
  restores: [`${SCHEDULE}/run-schedule.ts`, 'const RESTORE_SHARE = 0.05', 'const RESTORE_SHARE = 1'],
  polling: [`${SCHEDULE}/rare-parts.ts`, "['scarce-sockets', 0.03]", "['scarce-sockets', 1]"],
  polledRestores: [`${SCHEDULE}/run-schedule.ts`, 'POLLED_RESTORE_SHARE = 0.5', 'POLLED_RESTORE_SHARE = 1'],
  survival: [`${SCHEDULE}/restore.ts`, 'SURVIVED_SHARE = 0.4', 'SURVIVED_SHARE = 1'],
  hiddenTabs: [
    `${SCHEDULE}/faults.ts`,
    'random.shuffle(FAULTS)',
    `random.shuffle(FAULTS.filter(({ name }) => ['hide-tab', 'kill-gateway'].includes(name)))`,
  ],
  oldItems: [`${SCHEDULE}/rare-parts.ts`, "['scarce-sockets', 0.03]", "['old-item', 1]"],
  lostStores: [
    `${SCHEDULE}/faults.ts`,
    'random.shuffle(FAULTS)',
    `random.shuffle(FAULTS.filter(({ name }) => ['kill store', 'kill-gateway', 'slow-store'].includes(name)))`,
  ],
} satisfies Record<string, Change>;

function regression(
  name: string,
  { fix, from, shows }: { fix: string; from: number; shows: RegExp },
  ...changes: Change[]
): Regression {
  const patches = changes.map(([file, find, replace]): Patch => ({ file, find, replace }));
  return { name: `without-${name}`, fix, from, expectedViolation: shows, patches };
}

export const regressions: readonly Regression[] = [
  regression(
    'refetch',
    {
      fix: 'client/cache: refetch a list whose events do not arrive',
      from: 6,
      shows: /^reordered: .* shows /,
    },
    ...[OFTEN.polling, OFTEN.polledRestores],
    [`${CACHE}/refetch-unconfirmed.ts`, 'timers.every(CHECK_EVERY_MS, check)', '() => undefined'],
  ),
  regression(
    'lower-heads',
    {
      fix: 'client/realtime: sync when a head is below the cursor',
      from: 177,
      shows: /^lost: .* the head is /,
    },
    ...[OFTEN.polling, OFTEN.polledRestores, OFTEN.survival],
    [FOLLOWER, "return 'unsure';", "return 'ok';"],
  ),
  regression(
    'page-tags',
    {
      fix: 'client/cache: refetch a page of a history that the store has lost',
      from: 83,
      shows: /^(lost|reordered): .* shows /,
    },
    ...[OFTEN.polling, OFTEN.polledRestores],
    [`${CACHE}/cache-updates.ts`, 'event.seq === position.seq && event.tag !== position.tag', 'false'],
    [`${CACHE}/recent-events.ts`, 'known && !isSameCursor(known, position)', 'false'],
  ),
  regression(
    'reset-heads',
    {
      fix: 'server/streams: state the head in the reset reply to a sync',
      from: 364,
      shows: /^reordered: .* shown with tag /,
    },
    OFTEN.restores,
    [FOLLOWER, 'if (reply.head !== undefined) startAt(reply.head);', ''],
  ),
  regression(
    'told-resets',
    {
      fix: 'client/realtime: tell the other tabs of a reset',
      from: 1317,
      shows: /^reordered: .* shown with tag /,
    },
    ...[OFTEN.restores, OFTEN.hiddenTabs],
    [
      'client/src/realtime/tabs/leader-tab.ts',
      "if (reply.head !== undefined) broadcastFact({ kind: 'place', heads: { [stream]: reply.head } });",
      '',
    ],
  ),
  regression(
    'burn-of-old-items',
    {
      fix: 'client/outbox: burn a discarded item that may be on the server',
      from: 1,
      shows: /^lost: .* was burned, and is not deleted/,
    },
    OFTEN.oldItems,
    [
      'client/src/outbox/outbox-store.ts',
      "item.state === 'refused'",
      "item.state === 'refused' || item.state === 'stale'",
    ],
  ),
  regression(
    'end-of-discarded-items',
    {
      fix: 'client/outbox: burn a discarded item that may be on the server',
      from: 1,
      shows: /^late: the tabs do not agree/,
    },
    OFTEN.oldItems,
    ['client/src/outbox/sender.ts', 'at: unwanted ? now() : at', 'at'],
    ['client/src/outbox/sender.ts', '({ unwanted }) => (unwanted ? null :', '() => (true &&'],
  ),
  regression(
    'unknown-revocations',
    {
      fix: 'Tell an unread revocation list from an ended session, and give the bus whispers',
      from: 65,
      shows: /^lost: .* the head is /,
    },
    OFTEN.lostStores,
    [
      'server/src/domain/sessions/authenticate-token.ts',
      "if (revocations.isStale()) throw new Refusal('generic_503', 1);",
      '',
    ],
  ),
];
