import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const FILE = /^(?:(?:client|docs|server|shared|tests)\/\S+|[\w.-]+\.(?:example|json|mjs)|\.dockerignore)$/;

test('docs/security.md cites existing files and rules', () => {
  const page = readRepositoryFile('docs/security.md');
  const files = [...page.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);
  const isMissing = (path: string) => !existsSync(new URL(`../../../${path}`, import.meta.url));
  expect(files.filter((quoted) => FILE.test(quoted) && isMissing(quoted))).toEqual([]);
  const rules = readRepositoryFile('docs/rules.md');
  const cited = [...page.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id);
  expect(cited.filter((id) => !rules.includes(`\n- **${id}** `))).toEqual([]);
});
