import type { FaultProxy } from './fault-proxy.ts';

/** The link to a service with several ports; a fault affects all of them. */
export interface FaultProxyGroup extends Omit<FaultProxy, 'port'> {
  ports: number[];
}

export function groupProxies(proxies: readonly FaultProxy[]): FaultProxyGroup {
  return {
    ports: proxies.map(({ port }) => port),
    injectFault(fault) {
      for (const proxy of proxies) proxy.injectFault(fault);
    },
    async clearFault() {
      await Promise.all(proxies.map((proxy) => proxy.clearFault()));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
    },
  };
}
