import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const pages = [...listFiles('docs', '.md'), 'README.md'].filter(isThere);

test.each(pages)('%s links only to existing files', (page) => {
  const targets = [...readRepositoryFile(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(
    ([, target = '']) => target,
  );
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(local.filter((target) => !isThere(new URL(target, `file:///${page}`).pathname.slice(1)))).toEqual(
    [],
  );
});

test.each(pages)('%s names only scripts of package.json', (page) => {
  const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> };
  const named = [...readRepositoryFile(page).matchAll(/`npm (?:run )?([a-z]+)\b/g)].map(
    ([, name = '']) => name,
  );
  const ofNpm = ['ci', 'install', 'i', 'audit', 'sbom'];
  expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([]);
});

/** Names of other projects that docs explain. */
const FOREIGN_NAMES = [
  'innerHTML',
  'packetCreate',
  'pluginTimings',
  'strictTypeChecked',
  'stylisticTypeChecked',
];

test('every function, variable and field that docs name is in the sources', () => {
  const sources = ['server', 'client', 'shared', 'tests']
    .flatMap((folder) => ['.ts', '.tsx', '.qnt'].flatMap((ending) => listFiles(folder, ending)))
    .map(readRepositoryFile)
    .join('\n');
  const known = new Set([...(sources.match(/\b[a-z]+[A-Z]\w*/g) ?? []), ...FOREIGN_NAMES]);
  const unknown = pages.flatMap((page) =>
    [...readRepositoryFile(page).matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
      .filter(([, name = '']) => !known.has(name))
      .map(([, name = '']) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

function isThere(path: string): boolean {
  return existsSync(new URL(`../../../${path}`, import.meta.url));
}
