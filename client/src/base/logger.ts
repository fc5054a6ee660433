import { LOG_LEVELS, type LogLevel } from '@cruddur/shared';

type Writer = Exclude<LogLevel, 'none'>;
type Details = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One function per level. Details are primitive values, so that no object with a token can be logged. */
export type Logger = Readonly<Record<Writer, (text: string, details?: Details) => void>>;

type Sink = Pick<Console, 'debug' | 'info' | 'warn' | 'error'>;

const METHODS = { verbose: 'debug', debug: 'debug', info: 'info', warn: 'warn', error: 'error' } as const;
const TOKEN_LIKE = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/gu;

/** Writes entries of `level` and above; `none` writes nothing. Anything like a JWT is replaced by `[token]`. */
export function createLogger(level: LogLevel = 'warn', sink: Sink = console): Logger {
  const createWriter = (entryLevel: Writer) => (text: string, details?: Details) => {
    if (LOG_LEVELS.indexOf(entryLevel) < LOG_LEVELS.indexOf(level)) return;
    const parts = [text, ...(details ? [JSON.stringify(details)] : [])];
    sink[METHODS[entryLevel]](...parts.map((part) => part.replace(TOKEN_LIKE, '[token]')));
  };
  return {
    verbose: createWriter('verbose'),
    debug: createWriter('debug'),
    info: createWriter('info'),
    warn: createWriter('warn'),
    error: createWriter('error'),
  };
}
