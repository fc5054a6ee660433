import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { PoolError, refusals } from '../errors.ts';

/** The server gives each answer an id. */
export const REQUEST_ID = 'x-request-id';

const ONE_DAY = '86400';

/** Allows calls from every origin, as Cognito does: no cookie is involved, the body holds all credentials. */
export const allowAnyOrigin: RequestHandler = (_request, response, next) => {
  response.set({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-amzn-errortype, x-amzn-requestid, x-request-id, date',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
    'x-amzn-requestid': randomUUID(),
  });
  next();
};

export const answerPreflight: RequestHandler = (request, response) => {
  response
    .set({
      'access-control-allow-methods': 'POST, GET, OPTIONS',
      'access-control-allow-headers': request.get('access-control-request-headers') ?? 'content-type',
      'access-control-max-age': ONE_DAY,
      vary: 'access-control-request-headers',
    })
    .status(200)
    .end();
};

export type FailureOptions = {
  /** Called with every failure that is not a refusal, and the request's id; the client gets an error without details. */
  onError?: (error: unknown, requestId: string | undefined) => void;
  /** Whether an error means that the store is unavailable, which is answered with 503. */
  isUnavailable?: (error: unknown) => boolean;
};

/** Answers every failure in the form that Cognito clients read: 400 with `{__type, message}`. */
export function createErrorHandler({
  onError = () => undefined,
  isUnavailable = () => false,
}: FailureOptions): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  // oxlint-disable-next-line max-params
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const refusal = isUnavailable(error) ? refusals.unavailable() : toRefusal(error);
    if (statusOf(refusal) >= 500) onError(error, response.get(REQUEST_ID));
    response.status(statusOf(refusal)).set('x-amzn-errortype', refusal.name);
    sendJson(response, { __type: refusal.name, message: refusal.message });
  };
}

/** Sends JSON with the protocol's content type; Express would add a charset. */
export function sendJson(response: Response, body: object): void {
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  response.end(JSON.stringify(body));
}

function statusOf({ name }: PoolError): number {
  if (name === 'InternalErrorException') return 500;
  if (name === 'ServiceUnavailableException') return 503;
  return name === 'RequestEntityTooLargeException' ? 413 : 400;
}

/** Errors of the body reader have a 4xx status; any other error is internal. */
function toRefusal(error: unknown): PoolError {
  if (error instanceof PoolError) return error;
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 413) return refusals.tooLarge();
  return status >= 400 && status < 500 ? refusals.brokenJson() : refusals.internal();
}
