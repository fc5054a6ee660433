import { libraryMessages } from './library-messages.ts';
import { screenMessages } from './screen-messages.ts';
import type { IdentityMessage } from './identity-message.ts';

/** Every message about identity; `docs/identity-messages.md` is this table. */
export const identityMessages: readonly IdentityMessage[] = [...screenMessages, ...libraryMessages];

/** The cells of a message's row in the page. */
export function toTableCells({ message, cause, visibility, ruleId }: IdentityMessage): string[] {
  const where = 'at' in visibility ? visibility.at : `Not shown: ${visibility.notShownBecause}`;
  return [message, cause, where, ruleId].map((cell) => cell.replace(/\s+/g, ' '));
}
