import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projects } from '../../projects.ts';
import { listFiles } from '../../support/list-files.ts';

test('every test file belongs to a project, so none is skipped silently', () => {
  const folders = projects.flatMap((project) => project.folders);
  const files = ['.test.ts', '.test.tsx', '.spec.ts', '.spec.tsx'].flatMap((ending) =>
    ['shared', 'server', 'client', 'tests'].flatMap((folder) => listFiles(folder, ending)),
  );
  const isRun = (file: string) =>
    file.includes('.test.') && folders.some((folder) => file.startsWith(`${folder}/`));
  expect(files.filter((file) => !isRun(file))).toEqual([]);
});

test('every file that a project names exists', () => {
  const named = projects.flatMap(({ folders, excluded = [], runFirst = [] }) => [
    ...folders,
    ...excluded,
    ...runFirst,
  ]);
  const files = named.filter((path) => path.endsWith('.ts'));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
