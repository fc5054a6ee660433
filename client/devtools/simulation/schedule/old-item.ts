import { rowIdOf } from '@cruddur/shared';
import { type Random, newUuidOf } from '../random.ts';
import { PUBLIC_STREAM, type LogEntry } from '../../../../server/src/domain/streams.ts';
import { append } from '../store/rows.ts';
import { EPOCH_MS } from '../world/world.ts';
import type { Stage } from './stage.ts';

const DAY_MS = 86_400_000;
/** Longer than the outbox sends an item. */
const WRITTEN_BEFORE_MS = 8 * DAY_MS;
const LASTS_MS = 30 * DAY_MS;
/** The shares of items that were sent once, and of these the share that the server has accepted without an answer. */
const SENT_SHARE = 0.8;
const ACCEPTED_SHARE = 0.7;
const DISCARDED_SHARE = 0.8;
const FIRST_AT_MS = 200;
const LOOK_EVERY_MS = 100;

/** A browser has kept a crud for too long to send it. Usually its writer discards it: then it must not stay anywhere. */
export function keepOldItem(
  stage: Stage,
  random: Random,
  { stopAt, due }: { stopAt: number; due: Set<object> },
): void {
  const { world, storeHost, history } = stage;
  const browser = random.pick(stage.browsers);
  const { sub, handle } = browser.person;
  const operationId = newUuidOf(random);
  const row = rowIdOf(sub, operationId);
  const isSent = random.next() < SENT_SHARE;
  const isAccepted = random.next() < ACCEPTED_SHARE && isSent;
  const isDiscarded = random.next() < DISCARDED_SHARE;
  const discardAt = FIRST_AT_MS + random.next() * (stopAt - FIRST_AT_MS);
  if (isAccepted) addOldCrud(stage, row, sub);
  browser.keepItem({
    ...{ sub, operationId, row, at: EPOCH_MS - WRITTEN_BEFORE_MS },
    act: { kind: 'crud', message: 'old text', ttl: '30-days', user_handle: handle },
    state: 'queued',
    ...{ generation: 0, attempts: isSent ? 1 : 0, codes: [], unwanted: false },
  });
  stage.countFault('old item');
  if (!isDiscarded) return;
  const discard = {};
  due.add(discard);

  async function discardOnce(): Promise<void> {
    const isKept = await browser.keepsItem(row);
    if (isKept && !browser.hasLostStorage()) {
      const tab = stage.tabs().find((one) => one.browser === browser && one.host.state === 'running');
      if (tab)
        world.after(tab.host, 0, 'discards an old text', () => {
          if (tab.outbox.getSnapshot().some((item) => item.row === row)) void tab.outbox.cancelItem(row);
        });
      world.after(storeHost, LOOK_EVERY_MS, 'looks for an old text', () => void discardOnce());
      return;
    }
    due.delete(discard);
    if (!isAccepted || browser.hasLostStorage()) return;
    const id = newUuidOf(random);
    history.record({ type: 'invoked', id, kind: 'burn', sub, row });
    history.record({ type: 'answered', id, status: 200 });
  }

  world.after(storeHost, discardAt, 'begins to discard an old text', () => void discardOnce());
}

/** The crud of an item whose answer was lost. The store has forgotten its operation. */
function addOldCrud({ model, history }: Stage, row: string, sub: string): void {
  const at = new Date(EPOCH_MS - WRITTEN_BEFORE_MS);
  history.record({ type: 'invoked', id: row, kind: 'expiring', sub, row });
  model.rows.activities.set(row, {
    ...{ uuid: row, author: sub, message: 'old text', created_at: at, reply_to: null },
    expires_at: new Date(at.getTime() + LASTS_MS),
    ...{ pos: 0, likes: new Map<string, Date>(), reposts: new Map<string, Date>(), version: 0 },
  });
  const entry: LogEntry = { stream: PUBLIC_STREAM, kind: 'activity.created', ref: row };
  append(model.rows, [entry], at);
  history.record({ type: 'answered', id: row, status: 200 });
}
