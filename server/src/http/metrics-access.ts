import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Refusal } from '../domain/errors.ts';
import { isLocalRequest } from './local-request.ts';

export interface MetricsAccess {
  /** The bearer token that opens `/metrics` to all. */
  token?: string | undefined;
  /** Whether requests from this machine need none. */
  isOpenLocally: boolean;
}

export function requireMetricsAccess({ token, isOpenLocally }: MetricsAccess): RequestHandler {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  return (request, response, next) => {
    const given = digest((request.get('authorization') ?? '').replace(/^bearer +/i, 'Bearer '));
    const isAdmitted =
      (isOpenLocally && isLocalRequest(request)) ||
      (expected !== undefined && timingSafeEqual(given, expected));
    if (isAdmitted) {
      next();
      return;
    }
    if (expected === undefined) throw new Refusal('generic_403');
    response.set('WWW-Authenticate', 'Bearer');
    throw new Refusal('generic_401');
  };
}

/** Of equal length, as a comparison in constant time needs it. */
const digest = (text: string) => createHash('sha256').update(text).digest();
