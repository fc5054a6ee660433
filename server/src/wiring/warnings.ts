import type { IncomingMessage, Server } from 'node:http';
import type { WebConfig } from '../config/config.ts';
import type { Logger } from '../domain/logger.ts';

const HEADER = 'x-forwarded-for';

/**
 * Logs once when a request has X-Forwarded-For and no proxy is trusted: all clients behind the proxy then share the limits of
 * one address.
 */
export function warnAboutProxy(
  server: Server,
  { trustProxy, logger }: Pick<WebConfig, 'trustProxy'> & { logger: Pick<Logger, 'warn'> },
): void {
  if (trustProxy !== false && trustProxy !== 0) return;

  let hasWarned = false;
  // It stays a listener: Socket.IO calls those from before it from a list of its own.
  function inspect(request: IncomingMessage): void {
    if (hasWarned || request.headers[HEADER] === undefined) return;
    hasWarned = true;
    logger.warn(
      { proxy: request.socket.remoteAddress },
      'X-Forwarded-For is ignored because TRUST_PROXY is 0: behind a proxy all clients share the limits of one address; set TRUST_PROXY to the number of proxies',
    );
  }

  server.prependListener('request', inspect);
  server.prependListener('upgrade', inspect);
}
