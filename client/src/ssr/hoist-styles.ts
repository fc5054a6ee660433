/** Only ever a real attribute: in texts and other values the renderer writes quotes as `&quot;`. */
const STYLE = / style="([^"]*)"/g;
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };

/**
 * Takes the `style` attributes out of what was rendered, as rules of a sheet whose hash a content policy can allow.
 * `putStylesBack` is its inverse.
 */
export function hoistStyles(rendered: string): { html: string; styles: string } {
  const places = new Map<string, number>();
  const html = rendered.replace(STYLE, (_, escaped: string) => {
    const declarations = escaped.replace(
      /&([a-z0-9#]+);/g,
      (entity, name: string) => ENTITIES[name] ?? entity,
    );
    const place = places.get(declarations) ?? places.size;
    places.set(declarations, place);
    return ` data-style="${place}"`;
  });
  const rules = [...places].map(([declarations, place]) => `#root [data-style="${place}"]{${declarations}}`);
  // Nothing in a value can end the sheet.
  return { html, styles: rules.join('').replaceAll('<', '\\3c ') };
}
