import { useInsertionEffect } from 'react';

/** Adopts a style sheet while a component is mounted. The page's own sheet, which every page inlines, does not contain these styles. */
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
