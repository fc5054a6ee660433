import type { RequestHandler } from 'express';
import { Refusal } from '../domain/errors.ts';

/** Registered after a path's methods: answers OPTIONS with their list and refuses every other method with 405. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  return (request, response) => {
    response.set('Allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method !== 'OPTIONS') throw new Refusal('generic_405');
    response.status(204).end();
  };
}
