import type { Locks } from '../../../src/base/runtime/web-lock.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';

type Grant = (lock: null) => unknown;

interface LockRequest {
  host: Host;
  name: string;
  grant: Grant;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** The Web Locks of one browser: a queue per name, and stealing. A tab that dies loses its locks, a frozen one keeps them. */
export interface BrowserLocks {
  of(host: Host): Locks;
  releaseAll(host: Host): void;
}

const GRANT_MS = 1;
const abortError = () => new DOMException('The lock was stolen or the request aborted', 'AbortError');

/** @param world runs what follows at a tab, after a time */
export function createBrowserLocks(world: Pick<World, 'after'>): BrowserLocks {
  const queues = new Map<string, LockRequest[]>();
  const held = new Map<string, LockRequest>();

  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };

  function release(request: LockRequest): void {
    if (held.get(request.name) !== request) return;
    held.delete(request.name);
    grantNext(request.name);
  }

  function grantNext(name: string): void {
    if (held.has(name)) return;
    const next = queueOf(name).shift();
    if (!next) return;
    held.set(name, next);
    world.after(next.host, GRANT_MS, `lock ${name.split(' ')[0] ?? ''}`, () => void hold(next));
  }

  async function hold(request: LockRequest): Promise<void> {
    try {
      const value: unknown = await request.grant(null);
      release(request);
      request.resolve(value);
    } catch (error) {
      release(request);
      request.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function add(request: LockRequest, { steal = false, signal }: LockOptions): void {
    const queue = queueOf(request.name);
    const holder = held.get(request.name);
    if (steal) {
      queue.unshift(request);
      held.delete(request.name);
      if (holder) world.after(holder.host, GRANT_MS, 'lock stolen', () => holder.reject(abortError()));
    } else queue.push(request);
    signal?.addEventListener('abort', () => {
      const index = queue.indexOf(request);
      if (index < 0) return;
      queue.splice(index, 1);
      request.reject(abortError());
    });
    grantNext(request.name);
  }

  return {
    of(host) {
      const request = (name: string, ...rest: [Grant] | [LockOptions, Grant]) =>
        new Promise((resolve, reject) => {
          const [options, grant] = rest.length === 1 ? [{}, rest[0]] : rest;
          if (options.signal?.aborted) reject(abortError());
          else add({ host, name, grant, resolve, reject }, options);
        });
      return {
        request,
        query: () =>
          Promise.resolve({
            held: [...held].map(([name, holder]) => ({ name, clientId: holder.host.name })),
            pending: [],
          }),
      };
    },
    releaseAll(host) {
      for (const [name, queue] of queues)
        queues.set(
          name,
          queue.filter((request) => request.host !== host),
        );
      for (const request of [...held.values()]) if (request.host === host) release(request);
    },
  };
}
