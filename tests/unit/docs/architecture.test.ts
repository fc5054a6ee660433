import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const tree = /```\n([\s\S]*?)```/.exec(readRepositoryFile('docs/architecture.md'))?.[1] ?? '';

/** The lines of the tree below `shared/src/`, `server/src/`, … */
function partOf(top: string): string {
  const from = tree.indexOf(top);
  const rest = tree.slice(from + top.length);
  return rest.slice(0, /\n\S/.exec(rest)?.index);
}

function foldersOf(path: string): string[] {
  const entries = readdirSync(new URL(`../../../${path}`, import.meta.url), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

describe('docs/architecture.md', () => {
  test.each(['shared/src/', 'server/src/', 'client/src/'])('names every folder of %s', (top) => {
    const part = partOf(top);
    expect(foldersOf(top).filter((name) => !part.includes(`${name}/`))).toEqual([]);
  });

  test.each(['server/src/', 'client/src/'])('names no folder that %s does not have', (top) => {
    const named = [...partOf(top).matchAll(/^ {2}([a-z-]+)\/ /gm)].map(([, name = '']) => name);
    expect(named.filter((name) => !foldersOf(top).includes(name))).toEqual([]);
  });

  test('traces calls through existing files', () => {
    const traced = [
      ...readRepositoryFile('docs/architecture.md').matchAll(
        /`((?:http|gateway|streams|domain|repositories|api|cache|compose|outbox|realtime)\/[a-z/-]+)`/g,
      ),
    ];
    const files = ['server/src', 'client/src'].flatMap((folder) => listFiles(folder, '.ts'));
    const isThere = (name: string) => files.some((file) => file.endsWith(`/src/${name}.ts`));
    expect(traced.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('docs/architecture.md, a new crud', () => {
  const section = /## A new crud, file by file\n([\s\S]*?)\n## /.exec(
    readRepositoryFile('docs/architecture.md'),
  )?.[1];
  const steps = [...(section ?? '').matchAll(/^\d+\. `([^`]+)`:(?:.*given by `([^`]+)`)?/gm)].map(
    ([, file = '', giver]) => ({ file, giver }),
  );

  test('passes through at most 45 files', () => {
    expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length);
    expect(steps.length).toBeGreaterThan(20);
    expect(steps.length).toBeLessThanOrEqual(45);
  });

  test.each(steps.slice(1).map((step, index) => ({ ...step, above: steps.slice(0, index + 1) })))(
    '$file is reached from a file above it',
    ({ file, giver, above }) => {
      if (giver) {
        expect(listImports(giver)).toContain(file);
        return;
      }
      const linked = above.filter(
        (step) => listImports(step.file).includes(file) || listImports(file).includes(step.file),
      );
      expect(linked).not.toEqual([]);
    },
  );
});

/** The files that a file imports, types and lazy chunks included. */
function listImports(file: string): string[] {
  const specifiers = [...readRepositoryFile(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)];
  return specifiers.map(([, path = '']) => posix.join(posix.dirname(file), path));
}

const PATH = /^(?:client|server|shared|tests|docs)\/[\w./-]+$/;
/** Written by a build, so absent from a fresh checkout. */
const BUILT = '/dist/';

test.each(['README.md', ...listFiles('docs', '.md')])('%s names existing files', (page) => {
  const quoted = [...readRepositoryFile(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const paths = quoted.filter((text) => PATH.test(text) && !text.includes(BUILT));
  expect(paths.filter((path) => !existsSync(new URL(`../../../${path}`, import.meta.url)))).toEqual([]);
});

describe('docs/decisions', () => {
  const records = listFiles('docs/decisions', '.md').sort();

  test.each(records.map((file, index) => [file, index + 1]))(
    '%s has its number and its three parts',
    (file, number) => {
      expect(file).toMatch(new RegExp(`/0*${number}-[a-z-]+\\.md$`));
      const text = readRepositoryFile(file);
      expect(text).toMatch(new RegExp(`^# ${number}\\. `));
      expect([...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part)).toEqual([
        'Context',
        'Decision',
        'Consequences',
      ]);
    },
  );
});
