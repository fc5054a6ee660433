import { EXIT_CONFIG } from '../../server/src/config/startup-error.ts';

/** The options, or the text to print in their place and the exit code. */
type OptionsResult<T> = { options: T } | { text: string; exitCode: number };

/**
 * Reads the options of a script. `--help` is answered with the usage, and an error of `read` with one line that ends with it.
 * @param usage one line with all options
 */
function readOptionsOf<T>(args: string[], usage: string, read: (args: string[]) => T): OptionsResult<T> {
  if (args.includes('--help')) return { text: usage, exitCode: 0 };
  try {
    return { options: read(args) };
  } catch (error) {
    // After its first sentence, Node explains how to pass positional arguments.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    return { text: `${reason}. ${usage}`, exitCode: EXIT_CONFIG };
  }
}

/** The options of this process, which ends when they are wrong or when `--help` is one of them. */
export function readOptionsOrExit<T>(usage: string, read: (args: string[]) => T): T {
  const result = readOptionsOf(process.argv.slice(2), usage, read);
  if ('options' in result) return result.options;
  const { text, exitCode } = result;
  (exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(exitCode);
}

/** @throws Error naming the option when its value is none, or less than the least */
export function readWholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new Error(`--${name} must be a whole number from ${least} on, not ${text}`);
}
