import type { FaultProxy } from './fault-proxy.ts';

/** The link to a service that has several ports; what troubles it troubles all of them. */
export interface FaultLink extends Omit<FaultProxy, 'port'> {
  ports: number[];
}

export function joinProxies(proxies: readonly FaultProxy[]): FaultLink {
  return {
    ports: proxies.map(({ port }) => port),
    trouble(trouble) {
      for (const proxy of proxies) proxy.trouble(trouble);
    },
    async heal() {
      await Promise.all(proxies.map((proxy) => proxy.heal()));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
    },
  };
}
