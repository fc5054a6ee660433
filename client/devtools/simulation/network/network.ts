import type { Random } from '../random.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';
import { Link, type LinkEnd } from './link.ts';

/** A gateway as the network sees it. */
export interface Endpoint {
  host: Host;
  /** Whether the load balancer sends new connections to it. */
  isReady(): boolean;
  /** Accepts a connection. @returns the gateway's end of it */
  accept(link: () => Link): LinkEnd;
}

/** The address that all tabs connect to. */
export const FRONT_ORIGIN = 'http://cruddur.test';
const CONNECT_MS = 10;

export interface Network {
  addEndpoint(endpoint: Endpoint): void;
  /** Connects the running tab through the load balancer. */
  connect(client: Omit<LinkEnd, 'host'> & { opened: () => void }): { link: () => Link | null };
  /** One request and its answer, or null for a connection that was lost on either way. */
  route(): Endpoint | null;
  openLinks(): Link[];
  /** Breaks all connections of a host. */
  cutAll(host: Host): void;
}

export function createNetwork(world: World, random: Random): Network {
  const endpoints: Endpoint[] = [];
  let links: Link[] = [];

  function route(): Endpoint | null {
    const ready = endpoints.filter((endpoint) => endpoint.host.state !== 'dead' && endpoint.isReady());
    return ready.length === 0 ? null : random.pick(ready);
  }

  function openLinks(): Link[] {
    links = links.filter((link) => link.isOpen());
    return links;
  }

  return {
    route,
    openLinks,
    addEndpoint: (endpoint) => void endpoints.push(endpoint),
    connect(client) {
      const host = world.current();
      const endpoint = route();
      let opened: Link | null = null;
      if (!endpoint) world.after(host, CONNECT_MS, 'is refused a connection', () => client.closed());
      else
        world.after(endpoint.host, random.next() * CONNECT_MS, 'is connected to', () => {
          const gateway = endpoint.accept(() => link);
          const link: Link = new Link({ world, random, client: { ...client, host }, gateway });
          opened = link;
          links.push(link);
          link.open(client.opened);
        });
      return { link: () => opened };
    },
    cutAll(host) {
      for (const link of openLinks()) if (link.connects(host)) link.cut();
    },
  };
}

let current: Network | null = null;

/** The network of the running schedule, for code that the client loads by itself. */
export function currentNetwork(): Network {
  if (!current) throw new Error('no schedule runs');
  return current;
}

export function setCurrentNetwork(network: Network | null): void {
  current = network;
}
