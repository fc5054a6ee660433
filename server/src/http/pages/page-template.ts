import { CLIENT_CONFIG_ID, escapeHtml, type ClientConfig } from '@cruddur/shared';
import { renderDataBlock } from './data-block.ts';
import { hashInlineContent, type InlineHashes } from './inline-hashes.ts';

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
const PROGRAM = /<template id="program">/;

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
          `<div id="waiting" aria-hidden="true">${loadingShell}</div>`,
      );
  return { fill, inline: hashInlineContent(html) };
}
