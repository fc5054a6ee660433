/** A card shows at most one blank line in a row, so that a crud cannot fill the screen with nothing; its own page shows all. */
export function collapseBlankLines(message: string): string {
  return message.replace(/\n(?:[^\S\n]*\n){2,}/gu, '\n\n');
}
