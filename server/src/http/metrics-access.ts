import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../domain/errors.ts';

/** A proxy adds at least one of them; a Prometheus on this machine adds none. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Admits requests from this machine and, with a token configured, requests that carry it. The peer's address counts, not
 * `request.ip`, which a proxy may choose.
 */
export function requireMetricsAccess(token: string | undefined): RequestHandler {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  return (request, response, next) => {
    const given = digest((request.get('authorization') ?? '').replace(/^bearer +/i, 'Bearer '));
    if (isLocal(request) || (expected !== undefined && timingSafeEqual(given, expected))) {
      next();
      return;
    }
    if (expected === undefined) throw new Refusal('generic_403');
    response.set('WWW-Authenticate', 'Bearer');
    throw new Refusal('generic_401');
  };
}

/** A proxy on this machine connects from loopback too, with requests from anywhere. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  return isLoopback(socket.remoteAddress ?? '') && !isForwarded;
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Of equal length, as a comparison in constant time needs it. */
const digest = (text: string) => createHash('sha256').update(text).digest();
