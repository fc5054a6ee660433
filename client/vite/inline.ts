import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;
/** The entry script and its module preloads. */
const ENTRY = /\s*<(?:link rel="modulepreload"|script type="module")[^>]*>(?:<\/script>)?/g;
const BEFORE_PAINT = new URL('../src/ssr/before-paint.js', import.meta.url);

/**
 * Inlines what the first paint needs: the script before-paint.js and the styles. The server puts the hashes of both into the CSP.
 * The entry script is moved into a template, from which before-paint.js starts it. Plugins that read the finished files come
 * after this one.
 */
export function inline(): Plugin {
  return {
    name: 'inline',
    apply: ({ build }) => !build?.ssr,
    enforce: 'post',
    transformIndexHtml: () => [
      { tag: 'script', children: readFileSync(BEFORE_PAINT, 'utf8'), injectTo: 'head' },
    ],
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
      let css = '';
      for (const sheet of sheets) {
        if (sheet.type !== 'asset' || !String(page.source).includes(sheet.fileName)) continue;
        css += String(sheet.source);
        Reflect.deleteProperty(bundle, sheet.fileName);
      }
      if (css.includes('</')) this.error('The styles contain `</`, which would close their element');
      const entry = (String(page.source).match(ENTRY) ?? []).join('');
      page.source = String(page.source)
        .replace(SHEET, '')
        .replace(ENTRY, '')
        .replace(
          '<script>',
          () => `<style>${css.trim()}</style>
    <template id="program">${entry.replace(/<(link|script)/g, '<$1 fetchpriority="low"')}</template>
    <script>`,
        );
    },
  };
}
