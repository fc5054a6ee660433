import type { ClientRequest } from 'node:http';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Hosts that this process sent a request to, by `fetch` or by node:http and node:https, in order. */
export type OutgoingRequests = Disposable & { hosts: string[] };

export function recordOutgoingRequests(): OutgoingRequests {
  const hosts: string[] = [];
  const byFetch = (message: unknown) => {
    const { request } = message as { request: { origin: string } };
    hosts.push(new URL(request.origin).host);
  };
  const byHttp = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    hosts.push(String(request.getHeader('host') ?? request.host));
  };
  subscribe('undici:request:create', byFetch);
  subscribe('http.client.request.start', byHttp);
  return {
    hosts,
    [Symbol.dispose]() {
      unsubscribe('undici:request:create', byFetch);
      unsubscribe('http.client.request.start', byHttp);
    },
  };
}
