import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { HASHED_FILES_PREFIX, NON_PAGE_PREFIXES, OFFLINE_PAGE_URL } from '../../shared/src/index.ts';

/** The name of the service worker's entry. Its file has no hash: browsers check one URL for updates. */
export const WORKER = 'sw';

/** The Latin fonts. Those of other scripts are loaded on use, and the mono face belongs to the page /machines. */
const CACHED_FONT = /(?<!-mono)-latin-[a-z]+-normal\.[^/]*\.woff2$/;
/** For developers only, and larger than the rest of the app. */
const EXCLUDED_MODULE = '/devtools/page/';

/** Injects the files of the client and the addresses of its pages into the service worker, once all files have their names. */
export function offline(): Plugin {
  let publicDir = '';
  return {
    name: 'offline',
    apply: ({ build }) => build?.ssr === undefined,
    enforce: 'post',
    configResolved: (config) => void ({ publicDir } = config),
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const worker = chunks.find(({ name }) => name === WORKER);
      const entry = chunks.find(({ isEntry, name }) => isEntry && name !== WORKER);
      if (!worker || !entry) return;
      if (worker.imports.length > 0) this.error('The service worker must be one file');
      const known = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const assets = Object.keys(bundle).filter((file) => CACHED_FONT.test(file));
      const files = [...reachableFiles(entry, known), ...assets].sort().map((file) => `/${file}`);
      const publicFiles = readdirSync(publicDir, { withFileTypes: true })
        .filter((file) => file.isFile())
        .map(({ name }) => name);
      const id = createHash('sha256').update(files.join());
      // The page contains the styles.
      const page = bundle['index.html'];
      if (page?.type === 'asset') id.update(page.source);
      for (const name of publicFiles) id.update(readFileSync(join(publicDir, name)));
      const build = {
        id: id.digest('hex').slice(0, 16),
        entry: `/${entry.fileName}`,
        files: [...files, ...publicFiles.map((name) => `/${name}`)],
        offlinePage: OFFLINE_PAGE_URL,
        hashedFilesPrefix: HASHED_FILES_PREFIX,
        nonPagePrefixes: NON_PAGE_PREFIXES,
      };
      worker.code = worker.code.replace('__BUILD__', () => JSON.stringify(build));
    },
  };
}

/** The entry's file and all its static and dynamic imports. */
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
