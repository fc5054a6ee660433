import type { Random } from '../random.ts';
import type { Network } from '../network/network.ts';
import type { FaultRates } from '../network/fault-rates.ts';
import type { SimulatedGateway } from '../server/gateway.ts';
import type { SimulatedResponse } from '../server/http-exchange.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The requests of all tabs. */
export interface HttpNetwork {
  fetchFrom(host: Host): Fetch;
  /** Requests to a gateway that was killed fail. */
  failRequestsTo(gateway: Host): void;
}

export interface HttpNetworkParts {
  world: World;
  random: Random;
  faults: FaultRates;
  network: Network;
  gatewayOf: (host: Host) => SimulatedGateway | undefined;
  onFault: (name: string) => void;
}

/** The longest latency. Most are short, and some let an answer arrive after frames that were sent later. */
const LATENCY_MS = 60;

export function createHttpNetwork(parts: HttpNetworkParts): HttpNetwork {
  const { world, random, faults, network, gatewayOf, onFault } = parts;
  const pending = new Set<{ gateway: Host; fail: () => void }>();
  const latency = () => random.next() ** 4 * LATENCY_MS;

  function strikes(name: keyof FaultRates['http']): boolean {
    const isHit = random.next() < faults.http[name];
    if (isHit) onFault(`http ${name}`);
    return isHit;
  }

  return {
    failRequestsTo(gateway) {
      for (const request of pending) if (request.gateway === gateway) request.fail();
    },
    fetchFrom: (host) => (url, init) =>
      new Promise((resolve, reject) => {
        const fail = () => {
          pending.delete(request);
          world.after(host, latency(), 'request fails', () => reject(new TypeError('Failed to fetch')));
        };
        const endpoint = network.route();
        const gateway = endpoint && gatewayOf(endpoint.host);
        const request = { gateway: gateway?.host ?? host, fail };
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        if (!gateway || strikes('requestLost')) {
          fail();
          return;
        }
        pending.add(request);
        const method = init.method ?? 'GET';
        const path = url.replace(/^https?:\/\/[^/]+/, '');
        const body = typeof init.body === 'string' ? init.body : null;
        const headers = init.headers as Record<string, string>;
        world.after(gateway.host, latency(), `${method} ${path.slice(0, 60)}`, () => {
          void gateway.handle({ method, url: path, headers, body }).then((response) => {
            if (!pending.delete(request)) return;
            if (strikes('answerLost')) fail();
            else
              world.after(host, latency(), `answer ${response.status}`, () => resolve(toResponse(response)));
          });
        });
      }),
  };
}

/** The client reads these members of an answer only. */
function toResponse({ status, headers, body }: SimulatedResponse): Response {
  const response = {
    status,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    json: () => Promise.resolve(JSON.parse(body) as unknown),
  };
  return response as unknown as Response;
}
