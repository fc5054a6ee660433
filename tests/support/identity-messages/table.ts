import { ofTheLibrary } from './of-the-library.ts';
import { onScreens } from './on-screens.ts';
import type { Row } from './row.ts';

/** Every message about identity. `docs/identity-messages.md` shows it to people. */
export const table: readonly Row[] = [...onScreens, ...ofTheLibrary];

/** The cells of a row as the page has them. */
export function cellsOf({ says, act, seen, proof }: Row): string[] {
  const where = 'at' in seen ? seen.at : `Nobody: ${seen.byNobody}`;
  return [says, act, where, proof].map((cell) => cell.replace(/\s+/g, ' '));
}
