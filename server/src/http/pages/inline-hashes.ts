import { createHash } from 'node:crypto';

/** Sources of a content policy, as `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The hashes of a built page's inline scripts and styles. Never for a page with user content, which they would allow. */
export function hashInlineContent(html: string): InlineHashes {
  return {
    scripts: contentsOf(html, /<script>([\s\S]*?)<\/script>/g),
    styles: contentsOf(html, /<style(?: id="[^"]*")?>([\s\S]*?)<\/style>/g),
  };
}

/** The policy source that allows one inline script or style. */
export function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function contentsOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, content = '']) => hashSource(content));
}
