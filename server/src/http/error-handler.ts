import { isErrorCode } from '@cruddur/shared';
import type { ErrorRequestHandler } from 'express';
import { Refusal } from '../domain/errors.ts';
import type { Logger } from '../domain/logger.ts';

/** The one funnel: whatever was thrown becomes codes, and the details of a fault stay here. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/max-params
  return (failure: unknown, request, response, next) => {
    if (response.headersSent) {
      next(failure);
      return;
    }
    const refusal = refusalOf(failure);
    if (refusal.status >= 500) {
      logger.error({ method: request.method, path: request.path, ...describe(failure) }, 'a call failed');
    }
    if (refusal.retryAfter !== undefined || refusal.status === 503) {
      response.set('Retry-After', String(refusal.retryAfter ?? 1));
    }
    response.set('Cache-Control', 'no-store').status(refusal.status).json(refusal.codes);
  };
}

/** What a failure says to the caller: its codes, those of Express's parsers, or an internal error. */
export function refusalOf(failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure;
  if (failure instanceof URIError) return new Refusal('generic_400');
  const status = parserStatus(failure);
  const code = `generic_${status}`;
  return new Refusal(isErrorCode(code) && status < 500 ? code : 'generic_500');
}

/** Express's parsers and file senders mark their errors `expose` when they are the caller's fault. */
function parserStatus(failure: unknown): number {
  if (!(failure instanceof Error) || !('status' in failure) || !('expose' in failure)) return 500;
  const { status, expose } = failure;
  return expose === true && typeof status === 'number' ? status : 500;
}

/** Enough to find the fault, without the values a database or a parser quotes in its message. */
function describe(failure: unknown): Record<string, unknown> {
  if (!(failure instanceof Error)) return { kind: typeof failure };
  const frames = failure.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  const isDatabase = 'severity' in failure || 'sqlState' in failure;
  return {
    kind: failure.name,
    ...(!isDatabase && { reason: failure.message }),
    ...(isDatabase && 'code' in failure && { sqlstate: failure.code }),
    ...(isDatabase && 'constraint' in failure && { constraint: failure.constraint }),
    frames,
  };
}
