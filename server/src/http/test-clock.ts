import { Router, type RequestHandler } from 'express';
import * as z from 'zod/mini';
import type { TestClock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import { readBody } from './read-body.ts';

const YEAR_MS = 366 * 24 * 3_600_000;
const move = z.object({ advance_ms: z.int().check(z.gte(0), z.lte(YEAR_MS)) });

/** `POST /local/clock {advance_ms}` → `{now}`: for tests, so that a week passes in a moment. */
export function createTestClockRoute(clock: TestClock): Router {
  const router = Router();
  router.post('/clock', async (request, response) => {
    const input = move.safeParse(await readBody(request, response));
    if (!input.success) throw new Refusal('generic_400');
    response.json({ now: clock.advance(input.data.advance_ms).toISOString() });
  });
  return router;
}

/** Answers say what time it is by the clock that was moved: pages that have no socket go by that. */
export function setTestDateHeader(clock: TestClock): RequestHandler {
  return (_request, response, next) => {
    response.set('Date', clock.now().toUTCString());
    next();
  };
}
