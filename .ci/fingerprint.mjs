import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = ['package-lock.json', 'tsconfig.base.json', 'shared', 'server', 'client'];
const PRODUCTS = [
  'server/dist/main.js',
  'server/dist/start.js',
  'client/dist/index.html',
  'client/dist/.server/render-worker.mjs',
];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.types', '.data', '.vite']);
const STAMP = 'server/dist/.stamp';

/** One hash over everything the build reads: the sources' contents and the settings that are built into the pages. */
export function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) addTo(hash, source);
  const builtIn = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(builtIn.sort())).digest('hex');
}

export function isBuilt(print) {
  return (
    PRODUCTS.every((file) => existsSync(file)) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === print
  );
}

export function stampBuild(print) {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, print);
}

function addTo(hash, path) {
  const entries = listFolder(path);
  if (!entries) return void hash.update(`${path}\0`).update(readFileSync(path));
  for (const entry of entries) {
    if (!NOT_SOURCES.has(entry)) addTo(hash, join(path, entry));
  }
}

function listFolder(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
