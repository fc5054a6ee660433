import { CLIENT_CONFIG_ID, type ClientConfig } from '@cruddur/shared';
import { dataBlock, escapeHtml } from './escape.ts';

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
  unmade: 'frame' | 'blank' | null;
}

export type FillPage = (parts: PageParts) => string;

/** What the page's own script fetches, when it is time for that. */
const PROGRAM = /<template id="program">/;

const NEEDS_SCRIPTS = '<noscript><p class="alone">This page of Cruddur needs JavaScript.</p></noscript>';

/**
 * The built page with the serving program's settings in it.
 * @param waiting what stands beside the root until the program is there
 */
export function pageTemplate(html: string, config: Partial<ClientConfig>, waiting: string): FillPage {
  const block = dataBlock(CLIENT_CONFIG_ID, config);
  const built = html
    // A function everywhere, because in a text `$&` would mean something.
    .replace(/<head[^>]*>/i, (head) => `${head}\n    ${block}`)
    // Each page brings its own.
    .replace(/\s*<meta name="description"[^>]*>/, '');
  const holes = [/<title>[^<]*<\/title>/, PROGRAM, /<div id="root"><\/div>/];
  for (const hole of holes) if (!hole.test(built)) throw new Error(`The built page has no ${hole.source}`);
  return ({ title, head, links, root, unmade }) =>
    built
      .replace('<html', () => (unmade === null ? '<html' : `<html data-unmade="${unmade}"`))
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n    ${head}`)
      .replace(PROGRAM, (template) => template + links)
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root">${root}</div>` +
          (unmade === null ? '' : NEEDS_SCRIPTS) +
          `<div id="waiting" aria-hidden="true">${waiting}</div>`,
      );
}
