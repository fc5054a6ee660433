import { LOG_LEVELS, type LogLevel } from '@cruddur/shared';

type Writer = Exclude<LogLevel, 'none'>;
type Details = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One function per level. Details are plain values, so no object that carries a token can slip in whole. */
export type Logger = Readonly<Record<Writer, (text: string, details?: Details) => void>>;

type Sink = Pick<Console, 'debug' | 'info' | 'warn' | 'error'>;

const METHODS = { verbose: 'debug', debug: 'debug', info: 'info', warn: 'warn', error: 'error' } as const;
const TOKEN_LIKE = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/gu;

/** Writes what is at `level` or graver; `none` writes nothing. Whatever looks like a token is blotted out. */
export function createLogger(level: LogLevel = 'warn', sink: Sink = console): Logger {
  const writer = (own: Writer) => (text: string, details?: Details) => {
    if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return;
    const parts = [text, ...(details ? [JSON.stringify(details)] : [])];
    sink[METHODS[own]](...parts.map((part) => part.replace(TOKEN_LIKE, '[token]')));
  };
  return {
    verbose: writer('verbose'),
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}
