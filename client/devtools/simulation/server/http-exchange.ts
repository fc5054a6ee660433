import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../../../server/src/domain/clock.ts';
import { createContractRoutes, type RouteDeps } from '../../../../server/src/http/contract-routes.ts';
import { toRefusal } from '../../../../server/src/http/error-handler.ts';
import { isUnavailable } from '../../../../server/src/repositories/store-failures.ts';
import { Refusal } from '../../../../server/src/domain/errors.ts';

export interface SimulatedRequest {
  method: string;
  /** With its query. */
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

export interface SimulatedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers requests by the routes of the real API; Express and the parsing of HTTP itself are left out. */
export function createHttpHandler(
  deps: RouteDeps & { clock: Clock },
): (request: SimulatedRequest) => Promise<SimulatedResponse> {
  const handle: RequestHandler = createContractRoutes(deps);
  const answer = ({ headers, ...rest }: SimulatedResponse): SimulatedResponse => ({
    ...rest,
    headers: { ...headers, date: deps.clock.now().toUTCString() },
  });
  return async (request) => {
    const response = createResponse();
    try {
      await handle(toExpressRequest(request), response.express, () => undefined);
    } catch (failure) {
      const refusal = isUnavailable(failure) ? new Refusal('generic_503', 1) : toRefusal(failure);
      const retryAfter: Record<string, string> =
        refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) };
      return answer({ status: refusal.status, headers: retryAfter, body: JSON.stringify(refusal.codes) });
    }
    return answer(response.read());
  };
}

function toExpressRequest({ method, url, headers, body }: SimulatedRequest): Request {
  const { pathname, searchParams } = new URL(url, 'http://gateway');
  const bytes = Buffer.from(body ?? '');
  const sent: Record<string, string> = { ...headers, 'content-length': String(bytes.length) };
  const request = {
    method,
    path: pathname,
    originalUrl: url,
    query: Object.fromEntries(searchParams),
    ip: '192.0.2.1',
    headers: sent,
    get: (name: string) => sent[name],
    is: (type: string) => (type === '*/*' ? body !== null && '*/*' : type),
    async *iterator() {
      await Promise.resolve();
      yield bytes;
    },
  };
  // The routes use these members of Express's request only.
  return request as unknown as Request;
}

function createResponse() {
  const headers: Record<string, string> = {};
  let body = '';
  const express = {
    locals: {},
    headersSent: false,
    get: (name: string) => headers[name.toLowerCase()],
    setHeader: (name: string, value: string | number) => void (headers[name.toLowerCase()] = String(value)),
    end: (text: string | Uint8Array) => void (body = String(text)),
  };
  return {
    express: express as unknown as Response,
    read: (): SimulatedResponse => ({ status: 200, headers, body }),
  };
}
