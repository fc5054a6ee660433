import { createHash } from 'node:crypto';

/** Sources of a content policy, as `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The hashes of what a page of the build runs and is styled by without a file. Never for a page with content in it. */
export function hashInlineContent(html: string): InlineHashes {
  return {
    scripts: contentsOf(html, /<script>([\s\S]*?)<\/script>/g),
    styles: contentsOf(html, /<style(?: id="[^"]*")?>([\s\S]*?)<\/style>/g),
  };
}

/** The source that allows one script or style, by its content. */
export function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function contentsOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, content = '']) => hashSource(content));
}
