import type { Locks } from '../../client/src/web-lock.ts';

type Grant = (lock: null) => unknown;

interface LockRequest {
  tab: string;
  name: string;
  grant: Grant;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export type NoticeName = 'Granted' | 'Stolen';

/** The Web Locks of one browser. A tab that waits learns by a step that it has the lock, and a robbed one that it has lost it. */
export interface ReplayLocks {
  of(tab: string): Locks;
  /** What a tab does not know yet about the lock of this name. */
  noticesOf(tab: string): NoticeName[];
  takeNotice(tab: string): void;
  /** Takes all notices, as when the page is gone. */
  release(tab: string): void;
  holder(): string | null;
  queue(): string[];
}

const abortError = () => new DOMException('The lock was stolen or the request aborted', 'AbortError');

/** @param watched the name of the lock whose notices wait; all others are granted at once */
export function createReplayLocks(watched: string): ReplayLocks {
  const queues = new Map<string, LockRequest[]>();
  const held = new Map<string, LockRequest>();
  let notices: { is: NoticeName; request: LockRequest; run: () => void }[] = [];

  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };

  function grantNext(name: string): void {
    const next = held.has(name) ? undefined : queueOf(name).shift();
    if (!next) return;
    held.set(name, next);
    if (name === watched) notices.push({ is: 'Granted', request: next, run: () => void hold(next) });
    else void hold(next);
  }

  /** A browser never grants within the call that requests. */
  async function hold(request: LockRequest): Promise<void> {
    await Promise.resolve();
    request.resolve(await request.grant(null));
    finish(request);
  }

  function finish(request: LockRequest): void {
    notices = notices.filter((notice) => notice.request !== request);
    if (held.get(request.name) !== request) return;
    held.delete(request.name);
    grantNext(request.name);
  }

  /** A tab that steals is not frozen, so it leads at once. */
  function steal(request: LockRequest): void {
    const holder = held.get(request.name);
    if (holder) notices.push({ is: 'Stolen', request: holder, run: () => holder.reject(abortError()) });
    held.set(request.name, request);
    void hold(request);
  }

  function add(request: LockRequest, { steal: steals = false, signal }: LockOptions): void {
    if (steals) {
      steal(request);
      return;
    }
    queueOf(request.name).push(request);
    signal?.addEventListener('abort', () => {
      const index = queueOf(request.name).indexOf(request);
      if (index < 0) return;
      queueOf(request.name).splice(index, 1);
      request.reject(abortError());
    });
    grantNext(request.name);
  }

  const listOf = (tab: string) => notices.filter(({ request }) => request.tab === tab);

  function takeNotice(tab: string): void {
    const [notice] = listOf(tab);
    if (!notice) throw new Error('the tab has no notice');
    notices = notices.filter((other) => other !== notice);
    notice.run();
  }

  return {
    of(tab) {
      const request = (name: string, ...rest: [Grant] | [LockOptions, Grant]) =>
        new Promise((resolve, reject) => {
          const [options, grant] = rest.length === 1 ? [{}, rest[0]] : rest;
          add({ tab, name, grant, resolve, reject }, options);
        });
      const query = () =>
        Promise.resolve({
          held: [...held].map(([name, holder]) => ({ name, clientId: holder.tab })),
          pending: [],
        });
      return { request, query };
    },
    noticesOf: (tab) => listOf(tab).map(({ is }) => is),
    takeNotice,
    release(tab) {
      while (listOf(tab).length > 0) takeNotice(tab);
    },
    holder: () => held.get(watched)?.tab ?? null,
    queue: () => queueOf(watched).map(({ tab }) => tab),
  };
}
