const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const FULL = new Intl.NumberFormat('en');

/** Short enough for an action row: `87`, `1K`, `1.2M`. Rounded down, so that it never promises more. */
export function compactCount(count: number): string {
  return COMPACT.format(count < 1000 ? count : Math.floor(count / 100) * 100);
}

/** With thousands separators: `8,253`. */
export function fullCount(count: number): string {
  return FULL.format(count);
}

/** `1 Crud`, `3 Cruds`. */
export function countOf(count: number, one: string, many: string): string {
  return `${fullCount(count)} ${count === 1 ? one : many}`;
}
