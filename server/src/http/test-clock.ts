import { Router, type RequestHandler } from 'express';
import * as z from 'zod/mini';
import type { TestClock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import { isLocalRequest } from './local-request.ts';
import { readBody } from './read-request.ts';

const YEAR_MS = 366 * 24 * 3_600_000;
const clockInput = z.object({ advance_ms: z.int().check(z.gte(0), z.lte(YEAR_MS)) });

/**
 * `POST /local/clock {advance_ms}` → `{now}`: advances the clock of a test. Requests through a proxy are refused, since a clock
 * that is far ahead lets the program delete everything that expires.
 */
export function createTestClockRoute(clock: TestClock): Router {
  const router = Router();
  router.post('/clock', async (request, response) => {
    if (!isLocalRequest(request)) throw new Refusal('generic_403');
    const input = clockInput.safeParse(await readBody(request, response));
    if (!input.success) throw new Refusal('generic_400');
    response.json({ now: clock.advance(input.data.advance_ms).toISOString() });
  });
  return router;
}

/** Sets `Date` by the test clock: a page without a socket takes its time from that header. */
export function setTestDateHeader(clock: TestClock): RequestHandler {
  return (_request, response, next) => {
    response.set('Date', clock.now().toUTCString());
    next();
  };
}
