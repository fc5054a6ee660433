/** Prints a figure with the limit it has to keep and whether it did; a failure shows in the exit code too. */
export function printVerdict(what: string, value: number, limit: Limit): void {
  const isWithinLimit = 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
  const words = 'atMost' in limit ? `at most ${String(limit.atMost)}` : `at least ${String(limit.atLeast)}`;
  process.stdout.write(
    `${isWithinLimit ? 'pass' : 'FAIL'}  ${what}: ${value.toFixed(limit.digits ?? 1)} ${limit.unit} (${words})\n`,
  );
  if (!isWithinLimit) process.exitCode = 1;
}

/** @property digits after the point; one when left out */
export type Limit = { unit: string; digits?: number } & ({ atMost: number } | { atLeast: number });
