import { rowIdOf } from '@cruddur/shared';
import type { Answered } from './attempt.ts';
import { isWaiting, type OutboxAct, type OutboxItem } from './item.ts';
import { asOneSender, type SenderLocks } from './one-sender.ts';
import { update, type OutboxStore } from './outbox-store.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';
import { aborted, silence } from './signals.ts';
import { takeBack } from './take-back.ts';

export interface OutboxParts extends Pick<SenderParts, 'attempt' | 'burn' | 'now'> {
  store: () => Promise<OutboxStore>;
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

/** Without a word from the tab that sends for so long, it is asleep: an attempt ends earlier than that, in milliseconds. */
const SILENCE_MS = 20_000;
const NONE: readonly OutboxItem[] = [];

export function createOutbox(parts: OutboxParts): Outbox {
  const listeners = new Set<() => void>();
  let opening: Promise<OutboxStore> | null = null;
  let store: OutboxStore | null = null;
  let items = NONE;
  let current: Following | null = null;

  const open = async () => (store = await (opening ??= parts.store()));

  function show(next: readonly OutboxItem[]): void {
    items = next.filter(({ unwanted }) => !unwanted);
    for (const listener of listeners) listener();
  }

  async function reload(following: Following): Promise<void> {
    const next = await (await open()).all(following.sub);
    if (following === current) show(next);
  }

  function changed(following: Following): void {
    following.channel.postMessage({ kind: 'changed' } satisfies Word);
    heard(following, { kind: 'changed' });
  }

  function heard(following: Following, word: Word): void {
    following.heardAt = Date.now();
    if (word.kind === 'answered') parts.show(word.item, word.answer);
    else void reload(following).then(() => following.sender?.look());
  }

  async function run(following: Following): Promise<void> {
    const opened = await open();
    await reload(following);
    const { sub, stop } = following;
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
      const answered = (item: OutboxItem, answer: Answered) => {
        const word: Word = { kind: 'answered', item, answer };
        following.channel.postMessage(word);
        heard(following, word);
      };
      const own = { ...parts, store: opened, answered, changed: () => changed(following) };
      following.sender = createSender(own, sub, lost);
      following.sender.look();
      await aborted(lost);
      following.sender = null;
    });
  }

  async function change(row: string, act: (opened: OutboxStore, place: number) => Promise<boolean>) {
    const following = current;
    const item = items.find((one) => one.row === row);
    if (!following || !item) return false;
    const isDone = await act(await open(), item.place);
    changed(following);
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
        ...{ sub, channel, stop: new AbortController(), sender: null, heardAt: Date.now() },
      };
      current = following;
      channel.addEventListener('message', ({ data }) => heard(following, data as Word));
      void run(following);
    },
    async add(act, operationId) {
      const following = current;
      if (!following) throw new Error('nobody is signed in');
      const { sub } = following;
      const added = await (
        await open()
      ).add({
        ...{ sub, operationId, act, row: rowIdOf(sub, operationId), at: parts.now() },
        ...{ generation: 0, state: 'queued', attempts: 0, codes: [], unwanted: false },
      });
      await reload(following);
      changed(following);
      return added;
    },
    async retry(row) {
      await change(row, async (opened, place) => {
        const again = await update(opened, place, ({ state }) =>
          state === 'refused' ? { state: 'queued', codes: [] } : null,
        );
        return again !== null;
      });
    },
    takeBack: (row) => change(row, takeBack),
    wake: () => current?.sender?.wake(),
    async forget(sub) {
      await (await open()).forget(sub);
      if (current?.sub === sub) changed(current);
    },
    async keepOnly(sub) {
      await (await open()).keepOnly(sub);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => items,
    isFleeting: () => store?.lasts === false && items.some(isWaiting),
  };
}

interface Following {
  sub: string;
  channel: OutboxChannel;
  stop: AbortController;
  /** Only in the tab that sends. */
  sender: Sender | null;
  /** When any tab last changed something, by this machine's clock. */
  heardAt: number;
}
