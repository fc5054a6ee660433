import type { LogLevel } from '@cruddur/shared';
import { destination, pino, type Logger } from 'pino';
import type { Audit } from './domain/audit.ts';
import { describeFailure } from './domain/describe-failure.ts';
import { currentRequest } from './domain/request-context.ts';

export type { Logger } from 'pino';

/** The specification's levels in pino's words. */
const LEVELS: Record<LogLevel, string> = {
  verbose: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  none: 'silent',
};

/** Keys that never reach a log, at the top or one step down, whoever passes them. */
const SECRETS = [
  ...['token', 'access_token', 'accessToken', 'AccessToken', 'IdToken', 'RefreshToken', 'refresh_token'],
  ...['authorization', 'Authorization', 'cookie', 'password', 'Password', 'code', 'ConfirmationCode'],
  ...['message', 'text', 'url', 'body', 'email', 'Session'],
];
// One step down, `code` is an error's, without which its line says nothing.
const redactedPaths = SECRETS.flatMap((key) => [key, `*.${key}`]).filter((path) => path !== '*.code');

/** JSON lines on stderr; stdout is for the lines a person waits for. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    {
      level: LEVELS[level],
      base: null,
      // The library's own serializer writes all that a driver puts on an error, the refused row included.
      serializers: { err: describeFailure },
      mixin: requestFacts,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redactedPaths, censor: '[kept out]' },
    },
    destination({ fd: 2, sync: true }),
  );
}

function requestFacts(): object {
  const request = currentRequest();
  return request ? { request_id: request.requestId } : {};
}

/** Lines `audit: …` at every log level but `none`, with the caller's address. */
export function createAudit(logger: Logger): Audit {
  const isSilent = logger.level === 'silent';
  const lines = logger.child({ log: 'audit' }, { level: isSilent ? 'silent' : 'info' });
  return ({ event, ...facts }) => {
    lines.info(
      { event, ...facts, address: currentRequest()?.address },
      `audit: ${event.replaceAll('_', ' ')}`,
    );
  };
}

/** A plain line on stdout, whatever the log level. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A plain line on stderr: why the program does not run. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
