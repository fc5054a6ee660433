/** Six digits in a row, or the twelve of a long code, with single spaces or hyphens between them: `123 456`, `123-456`. */
const CODE = /(?<!\d)\d(?:[\s-]?\d){5}(?:(?:[\s-]?\d){6})?(?![\s-]?\d)/u;

/** The code in typed or pasted text, which may be a sentence of the mail; otherwise the digits of the text. */
export function extractCode(text: string): string {
  const plain = text.normalize('NFKC');
  return (CODE.exec(plain)?.[0] ?? plain).replace(/\D/gu, '');
}
