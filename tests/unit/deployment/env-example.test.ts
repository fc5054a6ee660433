import { expect, test } from 'vitest';
import { CONFIG_VARIABLES } from '../../../server/src/config/variables.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

test('.env.example lists exactly the variables that the server reads', () => {
  const listed = [...readRepositoryFile('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)];
  expect(listed.map(([, name]) => name).toSorted()).toEqual([...CONFIG_VARIABLES].sort());
});
