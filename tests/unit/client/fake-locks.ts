import type { Locks } from '../../../client/src/web-lock.ts';

type Grant = () => Promise<unknown>;
interface Request {
  clientId: string;
  name: string;
  grant: Grant;
  settle: { resolve: (value: unknown) => void; reject: (error: Error) => void };
}

/** The locks of one browser, in memory, after the standard: a queue per name, and stealing. */
export function createFakeLocks() {
  const queues = new Map<string, Request[]>();
  const held = new Map<string, Request>();
  const stolen = () => new DOMException('stolen', 'AbortError');

  function grantNext(name: string): void {
    const next = held.has(name) ? undefined : queues.get(name)?.shift();
    if (!next) return;
    held.set(name, next);
    const release = () => {
      if (held.get(name) !== next) return;
      held.delete(name);
      grantNext(name);
    };
    void Promise.resolve()
      .then(next.grant)
      .then((value) => {
        release();
        next.settle.resolve(value);
      });
  }

  function request(asked: Omit<Request, 'settle'>, { steal, signal }: LockOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const entry = { ...asked, settle: { resolve, reject } };
      const queue = queues.get(asked.name) ?? [];
      queues.set(asked.name, queue);
      const holder = held.get(asked.name);
      if (steal) {
        queue.unshift(entry);
        held.delete(asked.name);
        holder?.settle.reject(stolen());
      } else queue.push(entry);
      signal?.addEventListener('abort', () => {
        if (!queue.includes(entry)) return;
        queue.splice(queue.indexOf(entry), 1);
        reject(stolen());
      });
      grantNext(asked.name);
    });
  }

  /** The locks as seen by one tab. */
  function of(clientId: string): Locks {
    const ask = (name: string, options: LockOptions | Grant, grant?: Grant) =>
      typeof options === 'function'
        ? request({ clientId, name, grant: options }, {})
        : request({ clientId, name, grant: grant ?? (() => Promise.resolve()) }, options);
    const list = [...held.keys()];
    return {
      request: ask as Locks['request'],
      query: () =>
        Promise.resolve({
          held: [...held].map(([name, holder]) => ({ name, clientId: holder.clientId })),
          pending: list.map((name) => ({ name })),
        }),
    };
  }
  return { of };
}
