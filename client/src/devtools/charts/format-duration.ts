const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A span of time in the largest unit that says it exactly: `1.2 s`, `3 min`, `300 ms`. @param ms milliseconds */
export function formatDuration(ms: number): string {
  const unit = UNITS.find(([, length]) => ms >= length && Number.isInteger((ms * 10) / length));
  return unit ? `${ms / unit[1]} ${unit[0]}` : `${ms} ms`;
}
