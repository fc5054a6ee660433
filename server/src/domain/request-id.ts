import type { Logger } from './logger.ts';

/** A logger that adds the id of a request or of a socket's handshake to each line. */
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
