import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;
const SCRIPT = /<script src="\/([^"]+)"><\/script>/g;

/**
 * Writes into the page what its first paint would have to wait for: the styles, and the script that chooses the theme. The
 * server tells browsers the hashes of both. @param before plugins that look at the finished files come after this one
 */
export function inline(): Plugin {
  let publicDir = '';
  return {
    name: 'inline',
    apply: ({ build }) => build !== undefined && !build.ssr,
    enforce: 'post',
    configResolved: (config) => void ({ publicDir } = config),
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
      page.source = String(page.source)
        .replace(SHEET, '')
        .replace(
          SCRIPT,
          (_tag, file: string) => `<script>${readFileSync(join(publicDir, file), 'utf8')}</script>`,
        )
        .replace('</head>', () => `  <style>${css.trim()}</style>\n  </head>`);
    },
  };
}
