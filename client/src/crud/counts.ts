const UNITS = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'K' },
];

/** Short enough for an action row: `87`, `1K`, `1.2M`. Rounded down, so that it never promises more. */
export function compactCount(count: number): string {
  const unit = UNITS.find(({ size }) => count >= size);
  return unit ? `${String(Math.floor(count / (unit.size / 10)) / 10)}${unit.letter}` : String(count);
}

/** With thousands separators: `8,253`. By hand: the first use of `Intl` holds a page up for 7 ms. */
export function fullCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `1 Crud`, `3 Cruds`. */
export function countOf(count: number, one: string, many: string): string {
  return `${fullCount(count)} ${count === 1 ? one : many}`;
}
