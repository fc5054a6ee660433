import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

/**
 * OWASP ASVS 5.0.0: the level of each requirement, section by section. The first digit of `2.3` is the level of 2.3.1, the second that
 * of 2.3.2.
 */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const RULE = /\[([A-Z]+-\d+)\]/g;
const FILE = /^(?:(?:client|docs|server|shared|tests)\/\S+|[\w.-]+\.(?:example|json|mjs)|\.dockerignore)$/;

const page = readRepositoryFile('docs/security.md');

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rulesIn = (text: string) => [...text.matchAll(RULE)].map(([, id = '']) => id);
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted).filter((quoted) => FILE.test(quoted));
const sectionOf = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
const isThere = (path: string) => existsSync(new URL(`../../../${path}`, import.meta.url));

const answers = sectionOf('OWASP ASVS 5.0.0, levels 1 and 2')
  .split('\n')
  .filter((line) => /^\| *\d/.test(line))
  .map((line) => {
    const [number = '', level = '', , status = '', evidence = '', ...more] = cellsOf(line);
    return { number, level, status, evidence, more };
  });
const withStatus = (wanted: string) => answers.filter(({ status }) => status === wanted);

describe('[SECURITY-1] docs/security.md', () => {
  test('answers each requirement of levels 1 and 2 once, in order', () => {
    const required = Object.entries(LEVELS).flatMap(([section, levels]) =>
      Array.from(levels, (level, index) => ({ number: `${section}.${index + 1}`, level })),
    );
    expect(answers.map(({ number, level }) => `${number} level ${level}`)).toEqual(
      required.filter(({ level }) => level !== '3').map(({ number, level }) => `${number} level ${level}`),
    );
    expect(answers.filter(({ more }) => more.length > 0)).toEqual([]);
  });

  test('states met with evidence, not applicable with a reason, or not met with a risk', () => {
    const statuses = ['met', 'not applicable', 'not met'];
    expect(answers.filter(({ status }) => !statuses.includes(status))).toEqual([]);
    const isProved = (text: string) =>
      filesIn(text).length + rulesIn(text).length > 0 || /^"[A-Z].+" (?:above|below)/.test(text);
    expect(withStatus('met').filter(({ evidence }) => !isProved(evidence))).toEqual([]);
    expect(withStatus('not applicable').filter(({ evidence }) => !/\w+ \w+/.test(evidence))).toEqual([]);
    expect(withStatus('not met').filter(({ evidence }) => !/^Risk \d+\. ./.test(evidence))).toEqual([]);
    const [, ...counts] =
      /^(\d+) are met, (\d+) are not applicable, (\d+) are not met\.$/m.exec(page)?.map(Number) ?? [];
    expect(counts).toEqual(statuses.map((status) => withStatus(status).length));
  });

  test('lists exactly the risks that it names', () => {
    const listed = [...sectionOf('Accepted risks').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number);
    const named = withStatus('not met').map(({ evidence }) => /^Risk (\d+)/.exec(evidence)?.[1] ?? '');
    expect([...new Set(named)].sort((a, b) => Number(a) - Number(b))).toEqual(listed);
  });

  test('names its own sections', () => {
    const named = [...page.matchAll(/"([A-Z][a-z ]+)"(?: above| below|,? says|\.$)/gm)].map(
      ([, title = '']) => title,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((title) => sectionOf(title) === '')).toEqual([]);
  });

  test('cites existing files', () => {
    const files = filesIn(page);
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !isThere(file))).toEqual([]);
  });

  test('cites existing rules', () => {
    const known = new Set(
      [...readRepositoryFile('docs/rules.md').matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id]) => id),
    );
    expect(rulesIn(page).filter((id) => !known.has(id))).toEqual([]);
  });

  test('proves each guarantee by tests that quote its rules', () => {
    const guarantees = sectionOf('Guarantees')
      .split('\n')
      .filter((line) => /^\| *[A-Z].*\[/.test(line))
      .map(cellsOf);
    expect(guarantees.length).toBeGreaterThan(0);
    const unproved = guarantees.filter(([, rules = '', proof = '']) => {
      const texts = filesIn(proof).map(readRepositoryFile);
      const quotes = (text: string) => rulesIn(rules).some((id) => new RegExp(`\\b${id}\\b`).test(text));
      return texts.length === 0 || !texts.every(quotes);
    });
    expect(unproved).toEqual([]);
  });
});
