import {
  CLIENT_CONFIG_ID,
  LOADING_SHELL_ID,
  PROGRAM_TEMPLATE_ID,
  escapeHtml,
  type ClientConfig,
} from '@cruddur/shared';
import { createHash } from 'node:crypto';

/** The parts that differ from page to page. */
export interface PageParts {
  title: string;
  /** Elements for the head. */
  head: string;
  /** Preload links of the page's own chunks. */
  links: string;
  /** The content of the root element. */
  root: string;
  /** For an empty root: what is shown until the browser has rendered the page. */
  clientRendered: 'frame' | 'blank' | null;
  /** The page can be read as it is: the program starts when the visitor wants more of it. */
  hydratesOnIntent: boolean;
}

export interface PageTemplate {
  fill: (parts: PageParts) => string;
  /** Hashes of the build's own inline content, computed before user content is filled in. */
  inline: InlineHashes;
}

/** The template element whose scripts the inline loader starts. */
const PROGRAM = new RegExp(`<template id="${PROGRAM_TEMPLATE_ID}">`);

const NEEDS_SCRIPTS = '<noscript><p class="standalone">This page needs JavaScript.</p></noscript>';

/**
 * The built page with the server's settings for the client.
 * @param loadingShell HTML that is shown beside the root until the client has started
 */
export function createPageTemplate(
  html: string,
  config: Partial<ClientConfig>,
  loadingShell: string,
): PageTemplate {
  const block = renderDataBlock(CLIENT_CONFIG_ID, config);
  const built = html
    // Replacements are functions, because `$&` in a text would be expanded.
    .replace(/<head[^>]*>/i, (head) => `${head}\n    ${block}`)
    // Each page has its own description.
    .replace(/\s*<meta name="description"[^>]*>/, '');
  const placeholders = [/<title>[^<]*<\/title>/, PROGRAM, /<div id="root"><\/div>/];
  for (const placeholder of placeholders)
    if (!placeholder.test(built)) throw new Error(`The built page has no ${placeholder.source}`);
  const fill = ({ title, head, links, root, clientRendered, hydratesOnIntent }: PageParts) =>
    built
      .replace('<html', () => {
        if (hydratesOnIntent) return '<html data-hydrate="on-intent"';
        return clientRendered === null ? '<html' : `<html data-client-rendered="${clientRendered}"`;
      })
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n    ${head}`)
      .replace(PROGRAM, (template) => template + links)
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root">${root}</div>` +
          (clientRendered === null ? '' : NEEDS_SCRIPTS) +
          `<div id="${LOADING_SHELL_ID}" aria-hidden="true">${loadingShell}</div>`,
      );
  return { fill, inline: hashInlineContent(html) };
}

/** A script element with JSON that no browser runs and that no text in it can close. */
export function renderDataBlock(id: string, data: unknown): string {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Sources of a content policy, as `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The hashes of a built page's inline scripts and styles. Never for a page with user content, which they would allow. */
function hashInlineContent(html: string): InlineHashes {
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
