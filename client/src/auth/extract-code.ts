/** Six digits in a row, or the twelve of a long code, however they are parted: `123 456`, `123-456`, `1 2 3 4 5 6`. */
const CODE = /(?<!\d)\d(?:[\s-]?\d){5}(?:(?:[\s-]?\d){6})?(?![\s-]?\d)/u;

/** The code in what somebody typed or pasted, be it a sentence of the mail; only figures are left. */
export function extractCode(text: string): string {
  const plain = text.normalize('NFKC');
  return (CODE.exec(plain)?.[0] ?? plain).replace(/\D/gu, '');
}
