export interface Limit {
  unit: 'ms' | 'KB';
  /** After the decimal point. */
  digits: number;
  atMost: number;
}

/** Prints a figure with its limit and whether it was met; a failure sets the exit code. */
export function printVerdict(what: string, value: number, { unit, digits, atMost }: Limit): void {
  const isMet = value <= atMost;
  process.stdout.write(
    `${isMet ? 'pass' : 'FAIL'}  ${what}: ${value.toFixed(digits)} ${unit} (at most ${String(atMost)})\n`,
  );
  if (!isMet) process.exitCode = 1;
}
