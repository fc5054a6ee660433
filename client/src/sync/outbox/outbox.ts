import { rowIdOf } from '@cruddur/shared';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { createSignal, type Signal } from '../../base/signal.ts';
import { waitForAbort, type Locks } from '../../base/runtime/web-lock.ts';
import type { AcceptedEntity } from './send-once.ts';
import { isInMemoryOnly, isWaiting, type OutboxContent, type OutboxItem } from './outbox-item.ts';
import { runAsOnlySender, waitForSilence } from './sender-lock.ts';
import { cancelStoredItem, updateItem, type OpenedStore } from './outbox-store.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';

interface OutboxParts extends Pick<SenderParts, 'attempt' | 'burn' | 'now'> {
  runtime: Pick<Runtime, 'now' | 'timers'>;
  /** @param onChange called when the store's items have changed without a call */
  store: (onChange: () => void) => OpenedStore;
  locks: Pick<Locks, 'request'> | undefined;
  /** Opens a channel to the other tabs of this browser. */
  channel: (name: string) => OutboxChannel;
  /** Called when this tab or another one has sent an item, before the item is removed. */
  onAccepted: (item: OutboxItem, entity: AcceptedEntity) => void;
}

export type OutboxChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;

/** The items of the signed-in user that the server has not accepted yet. The same in all tabs; one of them sends. */
export interface Outbox {
  setUser(sub: string | null): void;
  /** Resolves once the item is stored. */
  add(content: OutboxContent, operationId: string): Promise<OutboxItem>;
  /** Sends a refused item again. */
  retry(row: string): Promise<void>;
  /** @returns false when the item is no longer in the outbox: then the server has it */
  cancelItem(row: string): Promise<boolean>;
  retryNow: () => void;
  forget(sub: string): Promise<void>;
  keepOnly(sub: string): Promise<void>;
  subscribe: Signal<readonly OutboxItem[]>['subscribe'];
  /** In the order in which they were written; the same list until something changes. */
  getSnapshot: () => readonly OutboxItem[];
  /** Whether the server has accepted the item while this page was open; false for one that was cancelled. */
  wasAccepted: (row: string) => boolean;
  /** Whether unsent items would be lost with this page. */
  hasInMemoryOnlyItems: () => boolean;
}

type OutboxMessage = { kind: 'changed' } | { kind: 'answered'; item: OutboxItem; answer: AcceptedEntity };
const CHANGED: OutboxMessage = { kind: 'changed' };

/**
 * A sending tab without a message for this long is suspended, in milliseconds. Must exceed the longest back-off and the attempt
 * timeout together, during which a sending tab sends no message.
 */
export const SENDER_SILENCE_MS = 20_000;
const NONE: readonly OutboxItem[] = [];

interface ActiveUser {
  sub: string;
  readItems: () => Promise<readonly OutboxItem[]>;
  channel: OutboxChannel;
  stop: AbortController;
  /** One for the items that only this page has; one for all others while this tab has the sender lock. */
  senders: Set<Sender>;
  /** The last change in any tab, by this machine's clock. */
  lastMessageAt: number;
}

export function createOutbox(parts: OutboxParts): Outbox {
  const { runtime } = parts;
  const items = createSignal(NONE);
  const accepted = new Set<string>();
  let activeUser: ActiveUser | null = null;

  const store = parts.store(() => void broadcast(activeUser?.sub, CHANGED));

  async function reload(user: ActiveUser): Promise<void> {
    const stored = await user.readItems();
    if (user !== activeUser) return;
    items.set(stored.filter(({ unwanted }) => !unwanted));
    user.senders.forEach((sender) => sender.startIdleQueues(stored));
  }

  /**
   * Tells all tabs of the user, this one too. A message of a user who has left is dropped, because the channel is closed.
   * @returns resolves once this tab has the change
   */
  async function broadcast(sub: string | undefined, message: OutboxMessage): Promise<void> {
    if (!activeUser || activeUser.sub !== sub) return;
    activeUser.channel.postMessage(message);
    await onMessage(activeUser, message);
  }

  async function onMessage(user: ActiveUser, message: OutboxMessage): Promise<void> {
    user.lastMessageAt = runtime.now();
    if (message.kind === 'changed') {
      await reload(user);
      return;
    }
    accepted.add(message.item.row);
    parts.onAccepted(message.item, message.answer);
  }

  async function runSenders(user: ActiveUser): Promise<void> {
    const { sub, stop } = user;
    // Items that only this page has need no lock.
    startSender(user, isInMemoryOnly, stop.signal);
    await reload(user);
    const lock = {
      locks: parts.locks,
      name: `cruddur-outbox:${sub}`,
      stopped: stop.signal,
      waitForSilentHolder: (stopped: AbortSignal) =>
        waitForSilence(stopped, {
          runtime,
          limitMs: SENDER_SILENCE_MS,
          lastMessageAt: () => (items.getSnapshot().some(isWaiting) ? user.lastMessageAt : runtime.now()),
        }),
    };
    await runAsOnlySender(lock, async (lost) => {
      const removeSender = startSender(user, (item) => !isInMemoryOnly(item), lost);
      // The last holder may have been closed between a change and its message.
      await broadcast(sub, CHANGED).catch(() => undefined);
      await waitForAbort(lost);
      removeSender();
    });
  }

  /** @returns removes the sender from the list */
  function startSender(
    user: ActiveUser,
    isOwnItem: SenderParts['isOwnItem'],
    stopped: AbortSignal,
  ): () => void {
    const { sub } = user;
    const sender = createSender(
      {
        ...parts,
        store,
        isOwnItem,
        readItems: user.readItems,
        async onAccepted(item, answer) {
          // Without the store the failed item keeps its estimated time.
          await keepOrder(user, item, answer).catch(() => undefined);
          void broadcast(sub, { kind: 'answered', item, answer });
        },
        onChange: () => void broadcast(sub, CHANGED),
      },
      stopped,
    );
    user.senders.add(sender);
    return () => user.senders.delete(sender);
  }

  /**
   * A failed item was written before an accepted one that follows it in the same store. Its time, by this page's estimate of the
   * server's clock, may be the later one, and would show it above.
   */
  async function keepOrder(user: ActiveUser, accepted: OutboxItem, { created_at }: AcceptedEntity) {
    const acceptedAt = Date.parse(created_at);
    const isTooLate = ({ at }: OutboxItem) => at >= acceptedAt;
    const isEarlier = (item: OutboxItem) =>
      isInMemoryOnly(item) === isInMemoryOnly(accepted) && item.place < accepted.place;
    const misplaced = items
      .getSnapshot()
      .filter((item) => !isWaiting(item) && isEarlier(item) && isTooLate(item));
    for (const { place } of misplaced)
      await updateItem(store, place, (item) => (isTooLate(item) ? { at: acceptedAt - 1 } : null));
    if (misplaced.length > 0) await broadcast(user.sub, CHANGED);
  }

  async function changeItem(row: string, change: (place: number) => Promise<boolean>): Promise<boolean> {
    const user = activeUser;
    const item = items.getSnapshot().find((one) => one.row === row);
    if (!user || !item) return false;
    const isDone = await change(item.place);
    await broadcast(user.sub, CHANGED);
    return isDone;
  }

  return {
    setUser(sub) {
      if (activeUser?.sub === sub) return;
      activeUser?.stop.abort();
      activeUser?.channel.close();
      activeUser = null;
      accepted.clear();
      items.set(NONE);
      if (sub === null) return;
      const channel = parts.channel(`cruddur-outbox:${sub}`);
      const user: ActiveUser = {
        sub,
        readItems: shareReads(() => store.all(sub)),
        channel,
        stop: new AbortController(),
        senders: new Set(),
        lastMessageAt: runtime.now(),
      };
      activeUser = user;
      channel.addEventListener('message', ({ data }) => void onMessage(user, data as OutboxMessage));
      void runSenders(user);
    },
    async add(content, operationId) {
      const user = activeUser;
      if (!user) throw new Error('No user is signed in');
      const { sub } = user;
      const added = await store.add({
        sub,
        operationId,
        act: content,
        row: rowIdOf(sub, operationId),
        at: parts.now(),
        generation: 0,
        state: 'queued',
        attempts: 0,
        codes: [],
        unwanted: false,
      });
      await broadcast(sub, CHANGED);
      return added;
    },
    async retry(row) {
      await changeItem(row, async (place) => {
        const queued = await updateItem(store, place, ({ state }) =>
          // The refusal proves that the server does not have it, however old it is.
          state === 'refused' ? { state: 'queued', codes: [], at: parts.now() } : null,
        );
        return queued !== null;
      });
    },
    cancelItem: (row) => changeItem(row, (place) => cancelStoredItem(store, place)),
    retryNow: () => activeUser?.senders.forEach((sender) => sender.retryNow()),
    async forget(sub) {
      await store.forget(sub);
      await broadcast(sub, CHANGED);
    },
    keepOnly: (sub) => store.keepOnly(sub),
    subscribe: items.subscribe,
    getSnapshot: items.getSnapshot,
    wasAccepted: (row) => accepted.has(row),
    hasInMemoryOnlyItems: () => items.getSnapshot().some((item) => isWaiting(item) && isInMemoryOnly(item)),
  };
}

/** Reads at most once at a time: calls during a read share the next one, which sees what was changed before them. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    next = undefined;
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  }

  return () => (running ? (next ??= running.then(start, start)) : start());
}
