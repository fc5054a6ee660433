import { ERRORS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

test('[ERR-8] every code that an answer can carry occurs in a test of the HTTP API', () => {
  const folders = ['tests/integration', 'tests/contract', 'tests/unit/http'];
  const tests = folders.flatMap((folder) => listFiles(folder, '.test.ts')).map(readRepositoryFile);
  const missing = Object.keys(ERRORS).filter((code) => !tests.some((text) => text.includes(`'${code}'`)));
  expect(missing).toEqual([]);
});
