/** Inserts a text at the selection of the focused field, as typing does: with its events, and so that it can be undone. @returns whether it did */
export const insertText = (text: string): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts text as typing does
  document.execCommand('insertText', false, text);
