import { expect, it } from 'vitest';
import { pageTemplate } from '../../../server/src/http/pages/page-template.ts';
import { readRoot } from '../../support/read-root.ts';

it('the bare page of the paint bench has everything that the server asks of a built page', () => {
  const fill = pageTemplate(readRoot('tests/bench/paint/bare/index.html'), {}, '');
  const page = fill({ title: 'Bare', head: '', links: '', root: '', unmade: 'blank' });
  expect(page).toContain('<title>Bare</title>');
});
