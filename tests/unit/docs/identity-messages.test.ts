import { describe, expect, test } from 'vitest';
import { CONFIRM_WORDS } from '../../../client/src/machines/confirm.machine.ts';
import { RECOVERY_ERRORS } from '../../../client/src/machines/recovery.machine.ts';
import { SIGN_IN_ERRORS } from '../../../client/src/machines/sign-in.machine.ts';
import { SIGN_UP_ERRORS } from '../../../client/src/machines/sign-up.machine.ts';
import { SPECIFIED } from '../../support/identity-messages/specified.ts';
import { cellsOf, table } from '../../support/identity-messages/table.ts';
import { readRoot } from '../../support/read-root.ts';

const machines = [SIGN_IN_ERRORS, SIGN_UP_ERRORS, CONFIRM_WORDS, RECOVERY_ERRORS];
const page = readRoot('docs/identity-messages.md');

describe('the table of messages about identity', () => {
  const hasRow = (message: string) => table.some(({ says }) => says.startsWith(message));

  test('[WORDS-1] has a row for every message of the specification', () => {
    expect(SPECIFIED.filter((message) => !hasRow(message))).toEqual([]);
  });

  test('[WORDS-1] has a row for every message of a machine', () => {
    const words = machines.flatMap((each) => Object.values<string>(each));
    expect(words.filter((message) => !hasRow(message))).toEqual([]);
  });

  test('[WORDS-1] has one row a message, and rules that there are', () => {
    const rules = readRoot('docs/rules.md');
    const says = table.map((row) => row.says);
    expect(says.filter((message, index) => says.indexOf(message) !== index)).toEqual([]);
    expect(table.filter(({ proof }) => !rules.includes(`**${proof}**`))).toEqual([]);
  });

  test('[WORDS-1] is the table of docs/identity-messages.md, row by row', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.slice(2).map((line) => line.split('|').slice(1, -1));
    expect(cells.map((row) => row.map((cell) => cell.trim()))).toEqual(table.map(cellsOf));
  });
});
