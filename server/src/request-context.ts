import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './domain/logger.ts';

/** What belongs to the request or socket on whose behalf something happens. */
export interface RequestContext {
  requestId: string;
  /** The caller's network address, seen through the proxies that are trusted. */
  address: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work, and all that it starts, on behalf of a request. */
export function withRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Runs work that several requests share, on behalf of none of them. */
export const withoutRequest = <T>(work: () => T): T => storage.exit(work);

export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** A logger for what happens in callbacks, which run in no request. */
export function loggerWithId(logger: Logger, request_id: string): Logger {
  return {
    debug: (facts, text) => logger.debug({ ...facts, request_id }, text),
    info: (facts, text) => logger.info({ ...facts, request_id }, text),
    warn: (facts, text) => logger.warn({ ...facts, request_id }, text),
    error: (facts, text) => logger.error({ ...facts, request_id }, text),
  };
}

const WELL_FORMED = /^[\w.:=+/-]{8,128}$/;

/** @param given the header's value; without a proxy in front anybody could choose it, so then it counts for nothing */
export function requestIdOf(given: unknown, options: { isProxied: boolean; fresh: () => string }): string {
  const isTaken = options.isProxied && typeof given === 'string' && WELL_FORMED.test(given);
  return isTaken ? given : options.fresh();
}
