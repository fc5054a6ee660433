const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
const UNSTORABLE = /\p{Surrogate}|\0/u;

/** The length in Unicode code points after NFC, as client and server both count it. */
export function countCharacters(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** True for text of Unicode spaces and zero-width characters only. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** False for text that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
