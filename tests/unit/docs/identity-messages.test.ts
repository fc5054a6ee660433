import { describe, expect, test } from 'vitest';
import { CONFIRM_MESSAGES } from '../../../client/src/machines/confirm.machine.ts';
import { RECOVERY_ERRORS } from '../../../client/src/machines/recovery.machine.ts';
import { SIGN_IN_ERRORS } from '../../../client/src/machines/sign-in.machine.ts';
import { SIGN_UP_ERRORS } from '../../../client/src/machines/sign-up.machine.ts';
import { SPECIFIED_MESSAGES } from '../../support/identity-messages/specified-messages.ts';
import { toTableCells, identityMessages } from '../../support/identity-messages/identity-messages.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const machines = [SIGN_IN_ERRORS, SIGN_UP_ERRORS, CONFIRM_MESSAGES, RECOVERY_ERRORS];
const page = readRepositoryFile('docs/identity-messages.md');

describe('the table of messages about identity', () => {
  const hasRow = (text: string) => identityMessages.some(({ message }) => message.startsWith(text));

  test('[WORDS-1] has a row for every message of the specification', () => {
    expect(SPECIFIED_MESSAGES.filter((message) => !hasRow(message))).toEqual([]);
  });

  test('[WORDS-1] has a row for every message of a machine', () => {
    const words = machines.flatMap((each) => Object.values<string>(each));
    expect(words.filter((message) => !hasRow(message))).toEqual([]);
  });

  test('[WORDS-1] has one row per message, and existing rules', () => {
    const rules = readRepositoryFile('docs/rules.md');
    const says = identityMessages.map((row) => row.message);
    expect(says.filter((message, index) => says.indexOf(message) !== index)).toEqual([]);
    expect(identityMessages.filter(({ ruleId }) => !rules.includes(`**${ruleId}**`))).toEqual([]);
  });

  test('[WORDS-1] is the table of docs/identity-messages.md, row by row', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.slice(2).map((line) => line.split('|').slice(1, -1));
    expect(cells.map((row) => row.map((cell) => cell.trim()))).toEqual(identityMessages.map(toTableCells));
  });
});
