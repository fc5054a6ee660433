import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Refusal } from '../domain/errors.ts';

/** A proxy adds at least one of them; a Prometheus on this machine adds none. */
const PROXY_HEADERS = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
];
const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;

/**
 * Admits requests that were made on this machine, and with a token configured those that carry it.
 * The peer decides, not `request.ip`: that one is what a proxy claims.
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

/** A proxy on this machine connects from loopback too, for everybody. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  return LOOPBACK.test(socket.remoteAddress ?? '') && !isForwarded;
}

/** Of one length, so that a comparison takes the same time for every token. */
const digest = (text: string) => createHash('sha256').update(text).digest();
