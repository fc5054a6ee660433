const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A duration in the largest unit that is exact to one decimal: `1.2 s`, `3 min`, `300 ms`. @param ms milliseconds */
export function formatDuration(ms: number): string {
  const unit = UNITS.find(([, length]) => ms >= length && Number.isInteger((ms * 10) / length));
  return unit ? `${ms / unit[1]} ${unit[0]}` : `${ms} ms`;
}

/** The time until an event, rounded: `in 3.2 s`, `in 12 min`. @param ms milliseconds @param digits of seconds */
export function formatTimeUntil(ms: number, digits = 1): string {
  const unit = UNITS.find(([name, length]) => name !== 's' && ms >= length);
  if (unit) return `in ${Math.round(ms / unit[1])} ${unit[0]}`;
  return `in ${(Math.max(0, ms) / 1000).toFixed(digits)} s`;
}
