import { expect, test } from 'vitest';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

test('docs/operations/runbook.md quotes existing log messages', () => {
  const runbook = readRepositoryFile('docs/operations/runbook.md');
  const phrases = runbook.match(/\blines? `[^`]+`(?: and `[^`]+`)*/g) ?? [];
  const messages = phrases.flatMap((phrase) => phrase.match(/(?<=`)[^`]{3,}(?=`(?: and|$))/g) ?? []);
  expect(messages.length).toBeGreaterThan(5);
  const sources = listFiles('server/src', '.ts').map(readRepositoryFile).join('\n');
  // Audit messages are built from the names of the audit events.
  const written = messages.filter((message) => !message.startsWith('audit: '));
  expect(written.filter((message) => !sources.includes(message))).toEqual([]);
});
