import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'vite';
import { PROGRAM_TEMPLATE_ID } from '../../shared/src/index.ts';
import { MEMBER_CHUNKS } from './chunks.ts';

const SHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;
/** The entry script and its module preloads. */
const ENTRY = /\s*<(?:link rel="modulepreload"|script type="module")[^>]*>(?:<\/script>)?/g;
const BEFORE_PAINT = fileURLToPath(new URL('../src/app/before-paint.ts', import.meta.url));

/**
 * Inlines what the first paint needs: the script before-paint.ts and the styles. The server puts the hashes of both into the CSP.
 * The entry script is moved into a template, from which before-paint.ts starts it, with preloads of the chunks that a session needs:
 * the program would ask for them only once it runs. Plugins that read the finished files come
 * after this one.
 */
export function inline(): Plugin {
  let target: BuildOptions['target'];
  return {
    name: 'inline',
    apply: ({ build }) => !build?.ssr,
    enforce: 'post',
    configResolved: (config) => void ({ target } = config.build),
    transformIndexHtml: async () => [
      { tag: 'script', children: await bundleScript(BEFORE_PAINT, target), injectTo: 'head' },
    ],
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      for (const chunk of Object.values(bundle)) {
        // Otherwise chunks that import the entry would load its sheet, too.
        if (chunk.type === 'chunk' && chunk.isEntry) chunk.viteMetadata?.importedCss.clear();
      }
      const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
      let css = '';
      for (const sheet of sheets) {
        if (sheet.type !== 'asset' || !String(page.source).includes(sheet.fileName)) continue;
        css += String(sheet.source);
        Reflect.deleteProperty(bundle, sheet.fileName);
      }
      if (css.includes('</')) this.error('The styles contain `</`, which would close their element');
      let program = (String(page.source).match(ENTRY) ?? []).join('');
      for (const file of Object.values(bundle)) {
        const address = file.type === 'chunk' ? MEMBER_CHUNKS[file.name] : undefined;
        if (address === undefined) continue;
        program += `<link rel="modulepreload" crossorigin href="/${file.fileName}" data-member="${address}">`;
      }
      page.source = String(page.source)
        .replace(SHEET, '')
        .replace(ENTRY, '')
        .replace(
          '<script>',
          () => `<style>${css.trim()}</style>
    <template id="${PROGRAM_TEMPLATE_ID}">${program.replace(/<(link|script)/g, '<$1 fetchpriority="low"')}</template>
    <script>`,
        );
    },
  };
}

async function bundleScript(input: string, target: BuildOptions['target']): Promise<string> {
  const bundled = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const [file, ...others] = [bundled].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (file?.type !== 'chunk' || others.length > 0) throw new Error(`${input} must be one script`);
  return file.code.trim();
}
