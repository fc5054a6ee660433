import { format } from 'node:util';
import type { LogLevel } from '@cruddur/shared';
import { destination, pino, type Logger } from 'pino';
import type { Audit } from '../domain/audit.ts';
import { describeFailure } from '../domain/describe-failure.ts';
import type { Metrics } from '../domain/metrics.ts';

export type { Logger } from 'pino';

/** pino's names of the levels. */
const LEVELS: Record<LogLevel, string> = {
  verbose: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  none: 'silent',
};

const LIBRARY_TEXTS_MAX = 100;

/** Keys that are redacted at the top level and one level down. */
const SECRETS = [
  'token',
  'access_token',
  'accessToken',
  'AccessToken',
  'IdToken',
  'RefreshToken',
  'refresh_token',
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'Password',
  'code',
  'ConfirmationCode',
  'message',
  'text',
  'url',
  'body',
  'email',
  'Session',
];
// One level down, `code` is an error's code and needed.
const redactedPaths = SECRETS.flatMap((key) => [key, `*.${key}`]).filter((path) => path !== '*.code');

/** Logs JSON lines to stderr; stdout is for the lines of the scripts. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    {
      level: LEVELS[level],
      base: null,
      // pino's serializer would log every property of a driver's error, the refused row included.
      serializers: { err: describeFailure },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redactedPaths, censor: '[redacted]' },
    },
    destination({ fd: 2, sync: true }),
  );
}

/**
 * Libraries warn by the console and by warnings of the process. Each of their texts becomes one line of the log, however often it is
 * repeated.
 */
export function logLibraryWarnings(logger: Logger): void {
  const logged = new Set<string>();
  const logOnce = (text: string): void => {
    if (logged.has(text) || logged.size >= LIBRARY_TEXTS_MAX) return;
    logged.add(text);
    logger.warn(text);
  };
  process.removeAllListeners('warning').on('warning', ({ name, message }) => logOnce(`${name}: ${message}`));
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const)
    console[method] = (...parts: unknown[]) => logOnce(format(...parts));
}

/** Logs `audit: …` at every level except `none`, with the caller's address, and counts the events. */
export function createAudit(logger: Logger, metrics: Metrics): Audit {
  const isSilent = logger.level === 'silent';
  const auditLogger = logger.child({ log: 'audit' }, { level: isSilent ? 'silent' : 'info' });
  return ({ event, ...fields }, origin) => {
    auditLogger.info(
      { event, ...fields, request_id: origin?.requestId, address: origin?.address },
      `audit: ${event.replaceAll('_', ' ')}`,
    );
    metrics.countEvent('cruddur_audit_events_total', { event });
  };
}

/** Writes a plain line to stdout at every log level. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a plain line to stderr: why the program does not run. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
