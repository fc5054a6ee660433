import { createHash } from 'node:crypto';

/** Sources of a content policy, as `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The hashes of what a page runs and is styled by without a file; blocks of data are neither. */
export function inlineHashes(html: string): InlineHashes {
  return {
    scripts: contentsOf(html, /<script>([\s\S]*?)<\/script>/g),
    styles: contentsOf(html, /<style(?: id="[^"]*")?>([\s\S]*?)<\/style>/g),
  };
}

function contentsOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
}
