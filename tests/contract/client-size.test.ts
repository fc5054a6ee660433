import { expect, test } from 'vitest';
import { gzipped, keyOf, needed, readBuilt, readManifest } from '../support/built-client.ts';

const KB = 1000;
const manifest = readManifest();
const named = (...names: string[]) => names.map((name) => keyOf(manifest, name));
const visitors = needed(manifest, named('index'));
const peoples = needed(manifest, named('index', 'feed', 'person', 'esm'));

test('[SIZE-1] a visitor’s home needs at most 140 KB', () => {
  expect(gzipped(manifest, visitors)).toBeLessThanOrEqual(140 * KB);
  for (const key of named('machines', 'machines-shell', 'reporter', 'overlays', 'feed', 'person'))
    expect(visitors).not.toContain(key);
});

test('[SIZE-1] the router is the one for production, which warns nobody', () => {
  const first = [...visitors].map((key) => readBuilt(manifest[key]?.file ?? '')).join('\n');
  // In both of them.
  expect(first).toContain('Unexpected Application Error!');
  expect(first).not.toContain('No routes matched location');
});

test('[SIZE-2] a signed-in home needs at most 230 KB, with the socket and without Amplify', () => {
  expect(gzipped(manifest, peoples)).toBeLessThanOrEqual(230 * KB);
  for (const key of named('amplify', 'overlays', 'popups', 'machines-shell', 'reporter'))
    expect(peoples).not.toContain(key);
});

test('[SIZE-3] no two files of the program need each other', () => {
  const keys = Object.keys(manifest);
  expect(keys.length).toBeGreaterThan(10);
  const circular = keys.filter((key) => needed(manifest, manifest[key]?.imports ?? []).has(key));
  expect(circular).toEqual([]);
});

test('[PAINT-11] no part of the program asks for a sheet: every page carries the only one', () => {
  const code = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js'));
  expect(code.length).toBeGreaterThan(10);
  expect(code.filter((file) => readBuilt(file).includes('static/css/'))).toEqual([]);
});
