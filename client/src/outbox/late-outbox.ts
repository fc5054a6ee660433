import { late } from '../late.ts';
import type { OutboxItem } from './item.ts';
import type { Outbox } from './outbox.ts';

const NONE: readonly OutboxItem[] = [];

/** The outbox, whose code and database come with the first person: visitors send nothing. */
export function lateOutbox(loadOutbox: () => Promise<Outbox>): Outbox {
  const listeners = new Set<() => void>();
  let followed: string | null = null;
  const opened = late(async () => {
    const outbox = await loadOutbox();
    outbox.subscribe(() => {
      for (const listener of listeners) listener();
    });
    outbox.follow(followed);
    return outbox;
  });
  return {
    follow(sub) {
      followed = sub;
      const there = opened.getSnapshot();
      if (there) there.follow(sub);
      else if (sub !== null) void opened.untilThere();
    },
    add: async (act, operationId) => (await opened.untilThere()).add(act, operationId),
    retry: async (row) => (await opened.untilThere()).retry(row),
    takeBack: async (row) => (await opened.untilThere()).takeBack(row),
    wake: () => opened.getSnapshot()?.wake(),
    forget: async (sub) => (await opened.untilThere()).forget(sub),
    keepOnly: async (sub) => (await opened.untilThere()).keepOnly(sub),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => opened.getSnapshot()?.getSnapshot() ?? NONE,
    isFleeting: () => opened.getSnapshot()?.isFleeting() ?? false,
  };
}
