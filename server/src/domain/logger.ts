type Log = (facts: Readonly<Record<string, unknown>>, text: string) => void;

/** Writes JSON lines. Facts never contain tokens, codes, passwords or message texts. */
export interface Logger {
  debug: Log;
  info: Log;
  warn: Log;
  error: Log;
}
