import { isErrorCode } from '@cruddur/shared';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { describeFailure } from '../domain/describe-failure.ts';
import { OverloadRefusal, Refusal } from '../domain/errors.ts';
import type { Logger } from '../domain/logger.ts';

/** True when a dependency is unavailable and a retry may succeed. */
export type IsUnavailable = (failure: unknown) => boolean;

/** Retries after a 503 are spread over this time. */
const SPREAD_SECONDS = 2;

/**
 * Turns everything that is thrown into error codes. The details of a fault are logged and never sent.
 * @param random 0 to 1
 */
export function createErrorHandler(
  logger: Logger,
  isUnavailable: IsUnavailable,
  random: () => number = Math.random,
): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  // oxlint-disable-next-line max-params
  return (failure: unknown, request, response, _next) => {
    if (response.headersSent) {
      if (!(failure instanceof Refusal) || failure.status >= 500)
        logger.error(
          {
            request_id: response.get('X-Request-Id'),
            method: request.method,
            path: request.path,
            ...describeFailure(failure),
          },
          'an answer broke off',
        );
      // Without the end of the answer, so that the caller does not take it for complete.
      response.destroy();
      return;
    }
    const refusal = isUnavailable(failure) ? new Refusal('generic_503', 1) : toRefusal(failure);
    // Requests refused under load are counted by the metrics; a line for each would add to the load.
    if (refusal.status >= 500 && !(refusal instanceof OverloadRefusal)) {
      logger.error(
        {
          request_id: response.get('X-Request-Id'),
          method: request.method,
          path: request.path,
          ...describeFailure(failure),
        },
        'a call failed',
      );
    }
    if (refusal.retryAfter !== undefined || refusal.status === 503) {
      const spread = refusal.status === 503 ? Math.floor(random() * (SPREAD_SECONDS + 1)) : 0;
      response.set('Retry-After', String((refusal.retryAfter ?? 1) + spread));
    }
    response.set('Cache-Control', 'no-store').status(refusal.status).json(refusal.codes);
  };
}

/** The codes of a failure for the caller: its own, those of Express's parsers, or `generic_500`. */
export function toRefusal(failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure;
  if (failure instanceof URIError) return new Refusal('generic_400');
  const status = parserStatus(failure);
  const code = `generic_${status}`;
  return new Refusal(isErrorCode(code) && status < 500 ? code : 'generic_500');
}

/** Express's parsers and file senders set `expose` on errors that the caller caused. */
function parserStatus(failure: unknown): number {
  if (!(failure instanceof Error) || !('status' in failure) || !('expose' in failure)) return 500;
  const { status, expose } = failure;
  return expose === true && typeof status === 'number' ? status : 500;
}

/** Registered after a path's methods: answers OPTIONS with their list and refuses every other method with 405. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  return (request, response) => {
    response.set('Allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method !== 'OPTIONS') throw new Refusal('generic_405');
    response.status(204).end();
  };
}
