/** Prints a figure with its limit and whether it was met; a failure sets the exit code. */
export function printVerdict(what: string, value: number, limit: Limit): void {
  const isWithinLimit = 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
  const words = 'atMost' in limit ? `at most ${String(limit.atMost)}` : `at least ${String(limit.atLeast)}`;
  process.stdout.write(
    `${isWithinLimit ? 'pass' : 'FAIL'}  ${what}: ${value.toFixed(limit.digits ?? 1)} ${limit.unit} (${words})\n`,
  );
  if (!isWithinLimit) process.exitCode = 1;
}

/** @property digits after the decimal point; default 1 */
export type Limit = { unit: string; digits?: number } & ({ atMost: number } | { atLeast: number });
