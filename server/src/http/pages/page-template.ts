import { CLIENT_CONFIG_ID, escapeHtml, type ClientConfig } from '@cruddur/shared';
import { renderDataBlock } from './data-block.ts';
import { hashInlineContent, type InlineHashes } from './inline-hashes.ts';

/** What differs from page to page. */
export interface PageParts {
  title: string;
  /** Elements for the head. */
  head: string;
  /** Links to code that is wanted with the program. */
  links: string;
  /** What stands in the root. */
  root: string;
  /** What is shown until the browser has made the page, when the root is empty. */
  clientRendered: 'frame' | 'blank' | null;
}

export interface PageTemplate {
  fill: (parts: PageParts) => string;
  /** Hashes of what the build itself runs and is styled by. Content is not in it yet, so no script of it can be among them. */
  inline: InlineHashes;
}

/** What the page's own script fetches, when it is time for that. */
const PROGRAM = /<template id="program">/;

const NEEDS_SCRIPTS = '<noscript><p class="alone">This page of Cruddur needs JavaScript.</p></noscript>';

/**
 * The built page with the serving program's settings in it.
 * @param loadingShell what stands beside the root until the program is there
 */
export function createPageTemplate(
  html: string,
  config: Partial<ClientConfig>,
  loadingShell: string,
): PageTemplate {
  const block = renderDataBlock(CLIENT_CONFIG_ID, config);
  const built = html
    // A function everywhere, because in a text `$&` would mean something.
    .replace(/<head[^>]*>/i, (head) => `${head}\n    ${block}`)
    // Each page brings its own.
    .replace(/\s*<meta name="description"[^>]*>/, '');
  const placeholders = [/<title>[^<]*<\/title>/, PROGRAM, /<div id="root"><\/div>/];
  for (const hole of placeholders)
    if (!hole.test(built)) throw new Error(`The built page has no ${hole.source}`);
  const fill = ({ title, head, links, root, clientRendered }: PageParts) =>
    built
      .replace('<html', () =>
        clientRendered === null ? '<html' : `<html data-client-rendered="${clientRendered}"`,
      )
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
