type Log = (facts: Readonly<Record<string, unknown>>, text: string) => void;

/** Where a part says what happened, as JSON lines. Facts never hold tokens, codes, passwords or message texts. */
export interface Logger {
  debug: Log;
  info: Log;
  warn: Log;
  error: Log;
}
