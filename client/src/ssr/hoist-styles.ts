/** Matches attributes only: in texts and other values the renderer escapes quotes as `&quot;`. */
const STYLE = / style="([^"]*)"/g;
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };

/**
 * Moves `style` attributes from the markup to a style sheet, which the CSP can allow by its hash. `restoreStyles` is the
 * inverse.
 */
export function hoistStyles(markup: string): { html: string; styles: string } {
  const ids = new Map<string, number>();
  const html = markup.replace(STYLE, (_, escaped: string) => {
    const declarations = escaped.replace(
      /&([a-z0-9#]+);/g,
      (entity, name: string) => ENTITIES[name] ?? entity,
    );
    const id = ids.get(declarations) ?? ids.size;
    ids.set(declarations, id);
    return ` data-style="${id}"`;
  });
  const rules = [...ids].map(([declarations, id]) => `#root [data-style="${id}"]{${declarations}}`);
  // Escaped, so that no value can close the style element.
  return { html, styles: rules.join('').replaceAll('<', '\\3c ') };
}
