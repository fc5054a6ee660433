import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

/** The name of the service worker's entry; its file has no hash, because browsers look for changes of it. */
export const WORKER = 'sw';

/** Letters of other scripts come when a page has them; those of all text stand in the page, and the mono face comes with what reviewers open. */
const CACHED_FONT = /(?<!-mono)-latin-[a-z]+-normal\.[^/]*\.woff2$/;
/** Only reviewers open it, and it is larger than all the rest. */
const EXCLUDED_MODULE = '/devtools/machines/';

/** The contract from its source: its own build may not be there yet. */
const SHARED_MODULE = fileURLToPath(new URL('../../shared/src/index.ts', import.meta.url));

/** Injects the files of the client and the addresses of its pages into the service worker, once all files have their names. */
export function offline(): Plugin {
  let publicDir = '';
  return {
    name: 'offline',
    apply: ({ build }) => build?.ssr === undefined,
    enforce: 'post',
    configResolved: (config) => void ({ publicDir } = config),
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const worker = chunks.find(({ name }) => name === WORKER);
      const entry = chunks.find(({ isEntry, name }) => isEntry && name !== WORKER);
      if (!worker || !entry) return;
      if (worker.imports.length > 0) this.error('The service worker must be one file');
      const known = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const assets = Object.keys(bundle).filter((file) => CACHED_FONT.test(file));
      const files = [...reachableFiles(entry, known), ...assets].sort().map((file) => `/${file}`);
      const plain = readdirSync(publicDir, { withFileTypes: true })
        .filter((file) => file.isFile())
        .map(({ name }) => name);
      const id = createHash('sha256').update(files.join());
      // It holds the styles.
      const page = bundle['index.html'];
      if (page?.type === 'asset') id.update(page.source);
      for (const name of plain) id.update(readFileSync(join(publicDir, name)));
      const { module } = await runnerImport<typeof import('@cruddur/shared')>(SHARED_MODULE, {
        configFile: false,
      });
      const build = {
        id: id.digest('hex').slice(0, 16),
        entry: `/${entry.fileName}`,
        files: [...files, ...plain.map((name) => `/${name}`)],
        offlinePage: module.OFFLINE_PAGE_URL,
        hashedFilesPrefix: module.HASHED_FILES_PREFIX,
        nonPagePrefixes: module.NON_PAGE_PREFIXES,
      };
      worker.code = worker.code.replace('__BUILD__', () => JSON.stringify(build));
    },
  };
}

/** The entry's file and all that it imports at once or later. */
function reachableFiles(
  entry: Rolldown.OutputChunk,
  known: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<string> {
  const found = new Set<string>();
  const queue = [entry.fileName];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const chunk = known.get(file);
    if (!chunk || found.has(file) || (chunk.facadeModuleId ?? '').includes(EXCLUDED_MODULE)) continue;
    found.add(file);
    queue.push(...chunk.imports, ...chunk.dynamicImports);
  }
  return found;
}
