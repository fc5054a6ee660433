import { readRepositoryFile } from './read-repository-file.ts';

/** A row of the page: message, cause, where it is shown or why it is not, and the rule whose test causes it. */
const ROW = /^\| ([^| ][^|]*)\| [^| ][^|]*\| [^| ][^|]*\| ([A-Z]+-\d+) *\|$/gm;

/** Every message about identity, with the rule whose test causes it; `docs/identity-messages.md` is the table. */
export const identityMessages = [...readRepositoryFile('docs/identity-messages.md').matchAll(ROW)].map(
  ([, message = '', ruleId = '']) => ({ message: message.trim(), ruleId }),
);
