import { rowIdOf } from '@cruddur/shared';
import type { AcceptedEntity } from './send-once.ts';
import { isInMemoryOnly, isWaiting, type OutboxContent, type OutboxItem } from './outbox-item.ts';
import { runAsOnlySender, type SenderLocks } from './sender-lock.ts';
import { updateItem, type OutboxStore } from './outbox-store.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';
import { waitForAbort, waitForSilence } from './signals.ts';
import { cancelItem } from './cancel-item.ts';

export interface OutboxParts extends Pick<SenderParts, 'attempt' | 'burn' | 'now'> {
  /** @param changed tells that it holds other items, without anybody having changed them here */
  store: (changed: () => void) => OutboxStore;
  locks: SenderLocks | undefined;
  /** Reaches the other tabs of this browser under this name. */
  channel: (name: string) => OutboxChannel;
  /** What the server made of an item, here or in another tab, before the item leaves the outbox. */
  onAccepted: (item: OutboxItem, answer: AcceptedEntity) => void;
}

export type OutboxChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;

/** What the signed-in person wrote and the server has not taken yet. The same in all tabs; one of them sends. */
export interface Outbox {
  setUser(sub: string | null): void;
  /** Settles once it is stored, and not before. */
  add(act: OutboxContent, operationId: string): Promise<OutboxItem>;
  /** Sends what was refused once more. */
  retry(row: string): Promise<void>;
  /** Takes it out. @returns false when it is in here no more: then the server has it */
  cancelItem(row: string): Promise<boolean>;
  retryNow: () => void;
  forget(sub: string): Promise<void>;
  keepOnly(sub: string): Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** In the order in which they were written; the same list until something changes. */
  getSnapshot: () => readonly OutboxItem[];
  /** Some wait, and would be lost with this page. */
  hasInMemoryOnlyItems: () => boolean;
}

type OutboxMessage = { kind: 'changed' } | { kind: 'answered'; item: OutboxItem; answer: AcceptedEntity };
const CHANGED: OutboxMessage = { kind: 'changed' };

/** Without a word from the tab that sends for so long, it is asleep: an attempt ends earlier than that, in milliseconds. */
const SENDER_SILENCE_MS = 20_000;
const NONE: readonly OutboxItem[] = [];

export function createOutbox(parts: OutboxParts): Outbox {
  const listeners = new Set<() => void>();
  let items = NONE;
  let current: ActiveUser | null = null;

  const store = parts.store(() => broadcast(current?.sub, CHANGED));

  function setItems(next: readonly OutboxItem[]): void {
    items = next.filter(({ unwanted }) => !unwanted);
    for (const listener of listeners) listener();
  }

  async function reload(following: ActiveUser): Promise<void> {
    const next = await store.all(following.sub);
    if (following === current) setItems(next);
  }

  /** What ends after its person has left is told to nobody: their channel is closed. */
  function broadcast(sub: string | undefined, word: OutboxMessage): void {
    if (!current || current.sub !== sub) return;
    current.channel.postMessage(word);
    onMessage(current, word);
  }

  function onMessage(following: ActiveUser, word: OutboxMessage): void {
    following.lastMessageAt = Date.now();
    if (word.kind === 'answered') parts.onAccepted(word.item, word.answer);
    else void reload(following).then(() => following.senders.forEach((sender) => sender.startIdleLanes()));
  }

  async function runSenders(following: ActiveUser): Promise<void> {
    const { sub, stop } = following;
    // Nobody else has what only this page has, so it needs no turn.
    startSender(following, isInMemoryOnly, stop.signal);
    await reload(following);
    const turn = {
      locks: parts.locks,
      name: `cruddur-outbox:${sub}`,
      stopped: stop.signal,
      waitForSilentHolder: (stopped: AbortSignal) =>
        waitForSilence(stopped, {
          limitMs: SENDER_SILENCE_MS,
          heardAt: () => (items.some(isWaiting) ? following.lastMessageAt : Date.now()),
        }),
    };
    await runAsOnlySender(turn, async (lost) => {
      const end = startSender(following, (item) => !isInMemoryOnly(item), lost);
      await waitForAbort(lost);
      end();
    });
  }

  /** @returns takes the sender off the list */
  function startSender(following: ActiveUser, takes: SenderParts['takes'], stopped: AbortSignal): () => void {
    const { sub } = following;
    const answered = (item: OutboxItem, answer: AcceptedEntity) =>
      broadcast(sub, { kind: 'answered', item, answer });
    const own = { ...parts, store, takes, answered, changed: () => broadcast(sub, CHANGED) };
    const sender = createSender(own, sub, stopped);
    following.senders.add(sender);
    sender.startIdleLanes();
    return () => following.senders.delete(sender);
  }

  async function changeItem(row: string, act: (place: number) => Promise<boolean>) {
    const following = current;
    const item = items.find((one) => one.row === row);
    if (!following || !item) return false;
    const isDone = await act(item.place);
    broadcast(following.sub, CHANGED);
    await reload(following);
    return isDone;
  }

  return {
    setUser(sub) {
      if (current?.sub === sub) return;
      current?.stop.abort();
      current?.channel.close();
      current = null;
      setItems(NONE);
      if (sub === null) return;
      const channel = parts.channel(`cruddur-outbox:${sub}`);
      const following: ActiveUser = {
        ...{ sub, channel, stop: new AbortController(), senders: new Set(), lastMessageAt: Date.now() },
      };
      current = following;
      channel.addEventListener('message', ({ data }) => onMessage(following, data as OutboxMessage));
      void runSenders(following);
    },
    async add(act, operationId) {
      const following = current;
      if (!following) throw new Error('nobody is signed in');
      const { sub } = following;
      const added = await store.add({
        ...{ sub, operationId, act, row: rowIdOf(sub, operationId), at: parts.now() },
        ...{ generation: 0, state: 'queued', attempts: 0, codes: [], unwanted: false },
      });
      await reload(following);
      broadcast(sub, CHANGED);
      return added;
    },
    async retry(row) {
      await changeItem(row, async (place) => {
        const again = await updateItem(store, place, ({ state }) =>
          state === 'refused' ? { state: 'queued', codes: [] } : null,
        );
        return again !== null;
      });
    },
    cancelItem: (row) => changeItem(row, (place) => cancelItem(store, place)),
    retryNow: () => current?.senders.forEach((sender) => sender.retryNow()),
    async forget(sub) {
      await store.forget(sub);
      broadcast(sub, CHANGED);
    },
    keepOnly: (sub) => store.keepOnly(sub),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => items,
    hasInMemoryOnlyItems: () => items.some((item) => isWaiting(item) && isInMemoryOnly(item)),
  };
}

interface ActiveUser {
  sub: string;
  channel: OutboxChannel;
  stop: AbortController;
  /** One for what only this page has; one for all the rest, if it is this tab's turn. */
  senders: Set<Sender>;
  /** When any tab last changed something, by this machine's clock. */
  lastMessageAt: number;
}
