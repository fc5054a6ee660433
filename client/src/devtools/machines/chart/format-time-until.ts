const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** How soon something comes, in few signs: `in 3.2 s`, `in 12 min`. @param ms milliseconds */
export function formatTimeUntil(ms: number): string {
  const unit = UNITS.find(([, length]) => ms >= length);
  return unit ? `in ${Math.round(ms / unit[1])} ${unit[0]}` : `in ${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
