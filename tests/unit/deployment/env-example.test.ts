import { expect, test } from 'vitest';
import { CONFIG_VARIABLES } from '../../../server/src/config.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

/** Each variable is commented out below a line that describes it. */
const lines = readRepositoryFile('.env.example').split('\n');
const isVariable = (line: string) => /^# [A-Z][A-Z0-9_]+=/.test(line);

test('.env.example holds exactly the variables that the server reads', () => {
  const named = lines.filter(isVariable).map((line) => line.slice(2, line.indexOf('=')));
  expect(named.toSorted()).toEqual([...CONFIG_VARIABLES].sort());
});

test('.env.example has a comment on each variable', () => {
  const bare = lines.filter((line, index) => isVariable(line) && !isComment(lines[index - 1]));
  expect(bare).toEqual([]);
});

function isComment(line = ''): boolean {
  return line.startsWith('# ') && !isVariable(line);
}
