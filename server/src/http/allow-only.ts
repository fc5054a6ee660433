import type { RequestHandler } from 'express';
import { Refusal } from '../domain/errors.ts';

/** Stands after the methods that a path has: every other one is refused with their list. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  return (request, response) => {
    response.set('Allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method !== 'OPTIONS') throw new Refusal('generic_405');
    response.status(204).end();
  };
}
