const WARM_UP = 30;

/** The median duration of this many sequential runs, in milliseconds. */
export async function measureMedian(rounds: number, run: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < WARM_UP; n += 1) await run();
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
}
