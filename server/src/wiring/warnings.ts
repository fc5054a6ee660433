import type { IncomingMessage, Server } from 'node:http';
import type { WebConfig, Config } from '../config/config.ts';
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

const LOCAL_AVATARS =
  'pictures are files in DATA_DIR of this machine: several gateways need S3_BUCKET, or one DATA_DIR that they share';

/** Settings that work for one gateway only, in a configuration for several. */
export function findConfigWarnings({ avatars, redis, store }: Config): string[] {
  const isForSeveral = redis !== undefined || store.kind === 'postgres';
  return avatars.kind === 'local' && isForSeveral ? [LOCAL_AVATARS] : [];
}
