import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { registerActor } from '../devtools/index.ts';
import { outboxMachine, type AttemptResult } from '../machines/outbox.machine.ts';
import type { AcceptedEntity, SendOutcome } from './send-once.ts';
import { firstOfEachLane, isWaiting, type OutboxItem } from './outbox-item.ts';
import { updateItem, type OutboxStore } from './outbox-store.ts';

export interface SenderParts {
  store: OutboxStore;
  /** Which items are this sender's; it waits for all others before them in their lane. */
  takes: (item: OutboxItem) => boolean;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** Sends once. Never fails. */
  attempt: (item: OutboxItem, stopped: AbortSignal) => Promise<SendOutcome>;
  /** Burns what was taken back too late; rejects when it cannot be told whether it is gone. */
  burn: (item: OutboxItem) => Promise<void>;
  /** Told before the item leaves the store. */
  answered: (item: OutboxItem, answer: AcceptedEntity) => void;
  /** The store was changed here. */
  changed: () => void;
}

/** Sends what waits, lane by lane, while this tab is the one that does. */
export interface Sender {
  /** Looks for lanes with work and nobody at it. */
  startIdleLanes: () => void;
  /** The line may be back. */
  retryNow: () => void;
}

/** @param stopped after it, nothing more is sent or stored */
export function createSender(parts: SenderParts, sub: string, stopped: AbortSignal): Sender {
  const { store, takes, now, changed } = parts;
  /** By their items' places. */
  const running = new Map<number, ActorRefFrom<typeof outboxMachine>>();

  async function startIdleLanes(): Promise<void> {
    const heads = firstOfEachLane(await store.all(sub));
    if (stopped.aborted) return;
    for (const head of heads) if (takes(head) && !running.has(head.place)) startItem(head);
  }

  function startItem({ place, at }: OutboxItem): void {
    const machine = outboxMachine.provide({
      actors: { attempt: fromPromise<AttemptResult>(() => attemptItem(parts, place, stopped)) },
    });
    const actor = createActor(machine, { input: { at, now } });
    running.set(place, actor);
    // What could not be noted is as stale at the next look, which is not at once: a full disk stays full.
    const unnoted = () => void running.delete(place);
    actor.subscribe({
      complete: () => void recordStale(actor, place).then(() => finishItem(place), unnoted),
    });
    actor.start();
    registerActor(actor);
  }

  async function recordStale(actor: ActorRefFrom<typeof outboxMachine>, place: number): Promise<void> {
    if (stopped.aborted || actor.getSnapshot().value !== 'stale') return;
    await updateItem(store, place, () => ({ state: 'stale' }));
    changed();
  }

  function finishItem(place: number): void {
    running.delete(place);
    void startIdleLanes();
  }

  stopped.addEventListener('abort', () => {
    for (const actor of running.values()) actor.stop();
    running.clear();
  });
  return {
    startIdleLanes: () => void startIdleLanes(),
    retryNow() {
      for (const actor of running.values()) actor.send({ type: 'WAKE' });
      void startIdleLanes();
    },
  };
}

/** Notes the attempt, sends, and notes what became of it. */
async function attemptItem(parts: SenderParts, place: number, stopped: AbortSignal): Promise<SendOutcome> {
  const { store, changed } = parts;
  const item = await updateItem(store, place, (found) =>
    isWaiting(found) && !stopped.aborted ? { state: 'sending', attempts: found.attempts + 1 } : null,
  );
  // Taken back, wiped, or this tab is out of it.
  if (!item) return { kind: 'done', answer: null };
  changed();
  const outcome = await parts.attempt(item, stopped);
  if (stopped.aborted) return outcome;
  const settled = await recordOutcome(parts, item, outcome).catch((): SendOutcome => ({ kind: 'unknown' }));
  if (settled.kind === 'unknown') await updateItem(store, place, () => ({ state: 'queued' }));
  changed();
  return settled;
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
  else if (outcome.kind === 'done' && outcome.answer) parts.answered(item, outcome.answer);
  // Taken back in this very moment: it goes round once more, and is burned.
  return (await store.remove(current)) ? outcome : recordOutcome(parts, item, outcome);
}
