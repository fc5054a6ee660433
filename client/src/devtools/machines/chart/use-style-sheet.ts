import { useInsertionEffect } from 'react';

/** Gives the page some styles for as long as something is on it: every page carries one sheet, which reviewers' parts are not in. */
export function useStyleSheet(css: string): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [css]);
}
