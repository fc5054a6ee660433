import { expect, test } from 'vitest';
import { machinesPage } from '../../machines/page.ts';
import { readRoot } from '../../support/read-root.ts';

test('[MACHINES-3] docs/machines.md shows the machines as they are; else: npm run machines', () => {
  expect(readRoot('docs/machines.md')).toBe(machinesPage());
});
