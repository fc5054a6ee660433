/** The throughput of concurrent writers. */
export interface Throughput {
  perSecond: number;
  /** Milliseconds of one operation: the median and the 99th percentile. */
  p50: number;
  p99: number;
}

/** This many writers for this long, each writing again as soon as it is answered. */
export async function measureWriters(
  write: (writer: number) => Promise<unknown>,
  { writers, ms }: { writers: number; ms: number },
): Promise<Throughput> {
  const times: number[] = [];
  const started = performance.now();
  const runWriter = async (writer: number) => {
    while (performance.now() - started < ms) {
      const begun = performance.now();
      await write(writer);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => runWriter(writer)));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
