/**
 * Runs all steps one after the other, also after a failed one.
 * @throws the first failure, once all have run
 */
export async function runEach(steps: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
