import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projects } from '../../projects.ts';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const PATH = /^(?:client|server|shared|tests|docs)\/[\w./-]+$/;
const isThere = (path: string) => existsSync(new URL(`../../../${path}`, import.meta.url));

test.each(['README.md', ...listFiles('docs', '.md')])('%s links to and names existing files only', (page) => {
  const text = readRepositoryFile(page);
  const linked = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => new URL(target, `file:///${page}`).pathname.slice(1));
  // A fresh checkout has no built files.
  const named = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => PATH.test(quoted) && !quoted.includes('/dist/'));
  expect([...linked, ...named].filter((path) => !isThere(path))).toEqual([]);
});

test('every test file belongs to a project, so none is skipped silently', () => {
  const folders = projects.flatMap((project) => project.folders);
  const files = ['.test.ts', '.test.tsx', '.spec.ts', '.spec.tsx'].flatMap((ending) =>
    ['shared', 'server', 'client', 'tests'].flatMap((folder) => listFiles(folder, ending)),
  );
  const isRun = (file: string) =>
    file.includes('.test.') && folders.some((folder) => file.startsWith(`${folder}/`) || file === folder);
  expect(files.filter((file) => !isRun(file))).toEqual([]);
});
