import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  gzippedSize,
  findChunkKey,
  withStaticImports,
  readBuiltFile,
  readManifest,
} from '../support/built-client.ts';

const KB = 1000;
const manifest = readManifest();
const chunkKeyOf = (...names: string[]) => names.map((name) => findChunkKey(manifest, name));
const readChunk = (key: string) => readBuiltFile(manifest[key]?.file ?? '');
const visitorChunks = withStaticImports(manifest, chunkKeyOf('index'));
const signedInChunks = withStaticImports(manifest, chunkKeyOf('index', 'feed', 'person', 'esm'));

test('[SIZE-1] a visitor’s home needs at most 140 KB, of a router without warnings', () => {
  expect(gzippedSize(manifest, visitorChunks)).toBeLessThanOrEqual(140 * KB);
  for (const key of chunkKeyOf('machines', 'machines-shell', 'reporter', 'overlays', 'feed', 'person'))
    expect(visitorChunks).not.toContain(key);
  const first = [...visitorChunks].map(readChunk).join('\n');
  // Both builds of the router contain the first text, only the development build the second.
  expect(first).toContain('Unexpected Application Error!');
  expect(first).not.toContain('No routes matched location');
});

test('[SIZE-1] a signed-in home needs at most 230 KB, with the socket and without Amplify and schemas', () => {
  expect(gzippedSize(manifest, signedInChunks)).toBeLessThanOrEqual(230 * KB);
  for (const key of chunkKeyOf('amplify', 'overlays', 'popups', 'machines-shell', 'reporter'))
    expect(signedInChunks).not.toContain(key);
  const hasSchemas = (key: string) => readChunk(key).includes('ZodMiniType');
  // The page that reads traces has some.
  expect(chunkKeyOf('machines-shell').filter(hasSchemas)).toHaveLength(1);
  expect([...signedInChunks].filter(hasSchemas)).toEqual([]);
});

test('no two chunks import each other', () => {
  const keys = Object.keys(manifest);
  expect(keys.length).toBeGreaterThan(10);
  const circular = keys.filter((key) => withStaticImports(manifest, manifest[key]?.imports ?? []).has(key));
  expect(circular).toEqual([]);
});

test('every page contains the style sheet of the product; only the parts of /machines load their own', () => {
  const styled = Object.values(manifest).filter(({ css, file }) => css && file.endsWith('.js'));
  expect(styled.map(({ name }) => name).sort()).toEqual(['lanes-page', 'machines-shell', 'simulate-page']);
  const named = Object.values(manifest).flatMap(({ file }) =>
    file.endsWith('.js') ? [...readBuiltFile(file).matchAll(/static\/css\/[\w.-]+\.css/g)].map(String) : [],
  );
  expect(named.filter((file) => !existsSync(`client/dist/${file}`))).toEqual([]);
});

test('the service worker stores the chunks of the product and not that of /machines', () => {
  const worker = readBuiltFile('sw.js');
  const isStored = (name: string) => worker.includes(manifest[findChunkKey(manifest, name)]?.file ?? name);
  expect(['index', 'feed', 'person', 'machines-shell'].filter(isStored)).toEqual(['index', 'feed', 'person']);
});

test('only the view of the simulation names its worker, which no page and no service worker loads', () => {
  const [worker, ...others] = readdirSync('client/dist/static/js').filter((file) =>
    /^simulation\..*\.js$/.test(file),
  );
  expect(others).toEqual([]);
  const files = Object.values(manifest).map(({ file }) => file);
  expect(files).not.toContain(`static/js/${worker}`);
  const naming = [...files, 'sw.js', 'index.html'].filter((file) =>
    readBuiltFile(file).includes(worker ?? ''),
  );
  expect(naming).toEqual([manifest[findChunkKey(manifest, 'simulate-page')]?.file]);
});
