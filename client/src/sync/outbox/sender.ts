import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { registerActor } from '../../base/actors.ts';
import { type Runtime, toActorClock } from '../../base/runtime/runtime.ts';
import { isTooOld, outboxMachine, type AttemptResult } from './outbox-item.machine.ts';
import type { AcceptedEntity, SendOutcome } from './send-once.ts';
import { firstOfEachQueue, isWaiting, type OutboxItem } from './outbox-item.ts';
import { updateItem, type OpenedStore } from './outbox-store.ts';

export interface SenderParts {
  runtime: Pick<Runtime, 'timers'>;
  store: OpenedStore;
  /** The user's items in the order in which they were written. */
  readItems: () => Promise<readonly OutboxItem[]>;
  /** Whether this sender sends the item; it waits for the other items before it in its queues. */
  isOwnItem: (item: OutboxItem) => boolean;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** Sends once. Never rejects. */
  attempt: (item: OutboxItem, stopped: AbortSignal) => Promise<SendOutcome>;
  /** Burns an item that was cancelled after it was sent; rejects when the result is unknown. */
  burn: (item: OutboxItem) => Promise<void>;
  /** Called before the item is removed from the store, which waits for it. */
  onAccepted: (item: OutboxItem, entity: AcceptedEntity) => Promise<void>;
  /** Called when this sender has changed the store. */
  onChange: () => void;
}

/** Sends the waiting items, queue by queue. */
export interface Sender {
  /** Starts the first item of every queue that is not being sent. @param items all of the user, as the store has them */
  startIdleQueues: (items: readonly OutboxItem[]) => void;
  /** Skips the retry delays, because the connection may be back. */
  retryNow: () => void;
}

/** @param stopped once aborted, nothing more is sent or stored */
export function createSender(parts: SenderParts, stopped: AbortSignal): Sender {
  const { store, readItems, isOwnItem, now, onChange } = parts;
  const clock = toActorClock(parts.runtime.timers);
  /** By the places of their items. */
  const running = new Map<number, ActorRefFrom<typeof outboxMachine>>();

  function startIdleQueues(items: readonly OutboxItem[]): void {
    if (stopped.aborted) return;
    // An item whose database does not respond cannot be sent now; those after it in its queue do not wait for it.
    for (const head of firstOfEachQueue(items.filter(store.isReachable)))
      if (isOwnItem(head) && !running.has(head.place)) startItem(head);
  }

  function startItem({ place, at, unwanted }: OutboxItem): void {
    const machine = outboxMachine.provide({
      actors: { attempt: fromPromise<AttemptResult>(() => attemptItem(parts, place, stopped)) },
    });
    const actor = createActor(machine, { input: { at: unwanted ? now() : at, now }, clock });
    running.set(place, actor);
    // The failure is not retried at once, because a full disk stays full; the next change starts the queue again.
    const onStoreFailure = () => void running.delete(place);
    actor.subscribe({
      complete: () => void recordStale(actor, place).then(() => finishItem(place), onStoreFailure),
    });
    actor.start();
    registerActor(actor);
  }

  async function recordStale(actor: ActorRefFrom<typeof outboxMachine>, place: number): Promise<void> {
    if (stopped.aborted || actor.getSnapshot().value !== 'stale') return;
    await updateItem(store, place, ({ unwanted }) => (unwanted ? null : { state: 'stale' }));
    onChange();
  }

  function finishItem(place: number): void {
    running.delete(place);
    void readItems().then(startIdleQueues);
  }

  stopped.addEventListener('abort', () => {
    for (const actor of running.values()) actor.stop();
    running.clear();
  });
  return {
    startIdleQueues,
    retryNow() {
      for (const actor of running.values()) actor.send({ type: 'WAKE' });
      void readItems().then(startIdleQueues);
    },
  };
}

/** Records the attempt, sends the item, and records the outcome. */
async function attemptItem(parts: SenderParts, place: number, stopped: AbortSignal): Promise<SendOutcome> {
  const { store, onChange } = parts;
  const item = await updateItem(store, place, (found) =>
    isWaiting(found) && !stopped.aborted ? { state: 'sending', attempts: found.attempts + 1 } : null,
  );
  // The item was cancelled or removed, or this sender was stopped.
  if (!item) return { kind: 'done', answer: null };
  onChange();
  const outcome = await sendOrSkip(parts, item, stopped);
  if (stopped.aborted) return outcome;
  const settled = await recordOutcome(parts, item, outcome).catch((): SendOutcome => ({ kind: 'unknown' }));
  if (settled.kind === 'unknown') await updateItem(store, place, () => ({ state: 'queued' }));
  onChange();
  return settled;
}

/** An unwanted item that is too old is not sent again, only burned. */
function sendOrSkip(parts: SenderParts, item: OutboxItem, stopped: AbortSignal): Promise<SendOutcome> {
  const isSkipped = item.unwanted && isTooOld(item.at, parts.now());
  return isSkipped ? Promise.resolve({ kind: 'done', answer: null }) : parts.attempt(item, stopped);
}

async function recordOutcome(
  parts: SenderParts,
  item: OutboxItem,
  outcome: SendOutcome,
): Promise<SendOutcome> {
  const { store } = parts;
  if (outcome.kind === 'unknown') return outcome;
  const current = await store.find(item.place);
  if (!current) return outcome;
  if (outcome.kind === 'refused' && !current.unwanted) {
    await updateItem(store, item.place, () => ({ state: 'refused', codes: outcome.codes }));
    return outcome;
  }
  if (outcome.kind === 'done' && current.unwanted) await parts.burn(item);
  else if (outcome.kind === 'done' && outcome.answer) await parts.onAccepted(item, outcome.answer);
  // The removal fails when the item was cancelled meanwhile: the outcome is recorded again, which burns it.
  return (await store.remove(current)) ? outcome : recordOutcome(parts, item, outcome);
}
