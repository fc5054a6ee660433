import { rowIdOf } from '@cruddur/shared';
import type { Answered } from './attempt.ts';
import { isFleeting, isWaiting, type OutboxAct, type OutboxItem } from './item.ts';
import { asOneSender, type SenderLocks } from './one-sender.ts';
import { update, type OutboxStore } from './outbox-store.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';
import { aborted, silence } from './signals.ts';
import { takeBack } from './take-back.ts';

export interface OutboxParts extends Pick<SenderParts, 'attempt' | 'burn' | 'now'> {
  /** @param changed tells that it holds other items, without anybody having changed them here */
  store: (changed: () => void) => OutboxStore;
  locks: SenderLocks | undefined;
  /** Reaches the other tabs of this browser under this name. */
  channel: (name: string) => OutboxChannel;
  /** What the server made of an item, here or in another tab, before the item leaves the outbox. */
  show: (item: OutboxItem, answer: Answered) => void;
}

export type OutboxChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;

/** What the signed-in person wrote and the server has not taken yet. The same in all tabs; one of them sends. */
export interface Outbox {
  follow(sub: string | null): void;
  /** Settles once it is stored, and not before. */
  add(act: OutboxAct, operationId: string): Promise<OutboxItem>;
  /** Sends what was refused once more. */
  retry(row: string): Promise<void>;
  /** Takes it out. @returns false when it is in here no more: then the server has it */
  takeBack(row: string): Promise<boolean>;
  wake: () => void;
  forget(sub: string): Promise<void>;
  keepOnly(sub: string): Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** In the order in which they were written; the same list until something changes. */
  getSnapshot: () => readonly OutboxItem[];
  /** Some wait, and would be lost with this page. */
  isFleeting: () => boolean;
}

type Word = { kind: 'changed' } | { kind: 'answered'; item: OutboxItem; answer: Answered };
const CHANGED: Word = { kind: 'changed' };

/** Without a word from the tab that sends for so long, it is asleep: an attempt ends earlier than that, in milliseconds. */
const SILENCE_MS = 20_000;
const NONE: readonly OutboxItem[] = [];

export function createOutbox(parts: OutboxParts): Outbox {
  const listeners = new Set<() => void>();
  let items = NONE;
  let current: Following | null = null;

  const store = parts.store(() => tell(current?.sub, CHANGED));

  function show(next: readonly OutboxItem[]): void {
    items = next.filter(({ unwanted }) => !unwanted);
    for (const listener of listeners) listener();
  }

  async function reload(following: Following): Promise<void> {
    const next = await store.all(following.sub);
    if (following === current) show(next);
  }

  /** What ends after its person has left is told to nobody: their channel is closed. */
  function tell(sub: string | undefined, word: Word): void {
    if (!current || current.sub !== sub) return;
    current.channel.postMessage(word);
    heard(current, word);
  }

  function heard(following: Following, word: Word): void {
    following.heardAt = Date.now();
    if (word.kind === 'answered') parts.show(word.item, word.answer);
    else void reload(following).then(() => following.senders.forEach((sender) => sender.look()));
  }

  async function run(following: Following): Promise<void> {
    const { sub, stop } = following;
    // Nobody else has what only this page has, so it needs no turn.
    beginSending(following, isFleeting, stop.signal);
    await reload(following);
    const turn = {
      locks: parts.locks,
      name: `cruddur-outbox:${sub}`,
      stopped: stop.signal,
      holderSleeps: (stopped: AbortSignal) =>
        silence(stopped, {
          limitMs: SILENCE_MS,
          heardAt: () => (items.some(isWaiting) ? following.heardAt : Date.now()),
        }),
    };
    await asOneSender(turn, async (lost) => {
      const end = beginSending(following, (item) => !isFleeting(item), lost);
      await aborted(lost);
      end();
    });
  }

  /** @returns takes the sender off the list */
  function beginSending(following: Following, takes: SenderParts['takes'], stopped: AbortSignal): () => void {
    const { sub } = following;
    const answered = (item: OutboxItem, answer: Answered) => tell(sub, { kind: 'answered', item, answer });
    const own = { ...parts, store, takes, answered, changed: () => tell(sub, CHANGED) };
    const sender = createSender(own, sub, stopped);
    following.senders.add(sender);
    sender.look();
    return () => following.senders.delete(sender);
  }

  async function change(row: string, act: (place: number) => Promise<boolean>) {
    const following = current;
    const item = items.find((one) => one.row === row);
    if (!following || !item) return false;
    const isDone = await act(item.place);
    tell(following.sub, CHANGED);
    await reload(following);
    return isDone;
  }

  return {
    follow(sub) {
      if (current?.sub === sub) return;
      current?.stop.abort();
      current?.channel.close();
      current = null;
      show(NONE);
      if (sub === null) return;
      const channel = parts.channel(`cruddur-outbox:${sub}`);
      const following: Following = {
        ...{ sub, channel, stop: new AbortController(), senders: new Set(), heardAt: Date.now() },
      };
      current = following;
      channel.addEventListener('message', ({ data }) => heard(following, data as Word));
      void run(following);
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
      tell(sub, CHANGED);
      return added;
    },
    async retry(row) {
      await change(row, async (place) => {
        const again = await update(store, place, ({ state }) =>
          state === 'refused' ? { state: 'queued', codes: [] } : null,
        );
        return again !== null;
      });
    },
    takeBack: (row) => change(row, (place) => takeBack(store, place)),
    wake: () => current?.senders.forEach((sender) => sender.wake()),
    async forget(sub) {
      await store.forget(sub);
      tell(sub, CHANGED);
    },
    keepOnly: (sub) => store.keepOnly(sub),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => items,
    isFleeting: () => items.some((item) => isWaiting(item) && isFleeting(item)),
  };
}

interface Following {
  sub: string;
  channel: OutboxChannel;
  stop: AbortController;
  /** One for what only this page has; one for all the rest, if it is this tab's turn. */
  senders: Set<Sender>;
  /** When any tab last changed something, by this machine's clock. */
  heardAt: number;
}
