const UNITS = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'K' },
];

/** `87`, `1K`, `1.2M`; rounded down. */
export function compactCount(count: number): string {
  const unit = UNITS.find(({ size }) => count >= size);
  return unit ? `${String(Math.floor(count / (unit.size / 10)) / 10)}${unit.letter}` : String(count);
}

/** With thousands separators: `8,253`. Not by `Intl`, whose first use blocks the main thread for 7 ms. */
export function fullCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `1 Crud`, `3 Cruds`. */
export function countOf(count: number, one: string, many: string): string {
  return `${fullCount(count)} ${count === 1 ? one : many}`;
}
