import { expect, test } from 'vitest';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

type Rule = { id: string; planned: boolean };

/** A rule is a list item, `- **FEED-3** text`; `(planned)` marks a rule without a test. */
const rules: Rule[] = [
  ...readRepositoryFile('docs/rules.md').matchAll(/^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n {2}.*)*)/gm),
].map(([, id = '', text = '']) => ({ id, planned: text.includes('(planned)') }));

/** Titles quote the rules they prove: `[FEED-3] …`, or `[FEED-3, MSG-7] …`. */
const cited = new Set(
  [...listFiles('tests', '.test.ts'), ...listFiles('tests', '.test.tsx')]
    .flatMap((file) => [...readRepositoryFile(file).matchAll(/\(\s*['"`]\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]/g)])
    .flatMap(([, ids = '']) => ids.split(', ')),
);

test('docs/rules.md has each rule once: those that tests cite, and planned ones', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const unknown = [...cited].filter((id) => !ids.includes(id)).sort();
  const untested = rules.filter(({ id, planned }) => !planned && !cited.has(id));
  const tested = rules.filter(({ id, planned }) => planned && cited.has(id));
  expect({ unknown, untested, tested }).toEqual({ unknown: [], untested: [], tested: [] });
});
