import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './domain/logger.ts';

/** The request or socket that caused the current work. */
export interface RequestContext {
  requestId: string;
  /** The caller's network address, as the trusted proxies report it. */
  address: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work, and everything it starts, in the context of a request. */
export function withRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Runs work that several requests share, in the context of none of them. */
export const withoutRequest = <T>(work: () => T): T => storage.exit(work);

export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** A logger with a request id, for callbacks, which run outside of any request. */
export function loggerWithId(logger: Logger, request_id: string): Logger {
  return {
    debug: (facts, text) => logger.debug({ ...facts, request_id }, text),
    info: (facts, text) => logger.info({ ...facts, request_id }, text),
    warn: (facts, text) => logger.warn({ ...facts, request_id }, text),
    error: (facts, text) => logger.error({ ...facts, request_id }, text),
  };
}

const WELL_FORMED = /^[\w.:=+/-]{8,128}$/;

/** @param header the header's value; ignored without a trusted proxy, because the caller could choose it */
export function requestIdOf(header: unknown, options: { isProxied: boolean; newId: () => string }): string {
  const isAccepted = options.isProxied && typeof header === 'string' && WELL_FORMED.test(header);
  return isAccepted ? header : options.newId();
}
