import type { IncomingMessage } from 'node:http';
import { isLoopbackOrigin } from '@cruddur/shared';
import ipaddr from 'ipaddr.js';

/** A proxy adds at least one of them; a program on this machine adds none. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request comes from this machine and from no proxy on it, which would forward requests from anywhere. The peer's
 * address counts, not `request.ip`, which a proxy may choose. A proxy that is configured to add no header often speaks HTTP/1.0
 * (nginx does by default), which clients no longer use, or passes the site's name as `Host`, as do requests by DNS rebinding from
 * another site's page.
 */
export function isLocalRequest({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopbackOrigin(`http://${headers.host ?? ''}`) &&
    !isForwarded &&
    httpVersion !== '1.0'
  );
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
