import { expect, it } from 'vitest';
import { createPageTemplate } from '../../../server/src/http/pages/page-template.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

it('the page of the paint bench has everything that the server needs of a built page', () => {
  const { fill } = createPageTemplate(readRepositoryFile('tests/bench/paint/bare/index.html'), {}, '');
  const parts = { title: 'Bare', head: '', links: '', root: '', hydratesOnIntent: false } as const;
  const page = fill({ ...parts, clientRendered: 'blank' });
  expect(page).toContain('<title>Bare</title>');
});
