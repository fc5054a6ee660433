import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;
/** What the program begins with, and what it needs at once. */
const PROGRAM = /\s*<(?:link rel="modulepreload"|script type="module")[^>]*>(?:<\/script>)?/g;
const BEFORE_PAINT = new URL('../src/ssr/before-paint.js', import.meta.url);

/**
 * Writes into the page what its first paint would have to wait for: the script that runs before it, and the styles, which that
 * script needs. The server tells browsers the hashes of both. The program itself is laid aside in a template, from which that
 * script takes it. @param before plugins that look at the finished files come after this one
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
      if (css.includes('</')) this.error('The styles would end their own element');
      const program = (String(page.source).match(PROGRAM) ?? []).join('');
      page.source = String(page.source)
        .replace(SHEET, '')
        .replace(PROGRAM, '')
        .replace(
          '<script>',
          () => `<style>${css.trim()}</style>
    <template id="program">${program.replace(/<(link|script)/g, '<$1 fetchpriority="low"')}</template>
    <script>`,
        );
    },
  };
}
