import { expect, test } from 'vitest';
import { CONFIRM_MESSAGES } from '../../../client/src/machines/confirm.machine.ts';
import { RECOVERY_ERRORS } from '../../../client/src/machines/recovery.machine.ts';
import { SIGN_IN_ERRORS } from '../../../client/src/machines/sign-in.machine.ts';
import { SIGN_UP_ERRORS } from '../../../client/src/machines/sign-up.machine.ts';
import { SPECIFIED_MESSAGES } from '../../support/identity-messages/specified-messages.ts';
import { toTableCells, identityMessages } from '../../support/identity-messages/identity-messages.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const ofMachines = [SIGN_IN_ERRORS, SIGN_UP_ERRORS, CONFIRM_MESSAGES, RECOVERY_ERRORS];

test('[WORDS-1] the table has one row for each message of the specification and of a machine, with an existing rule', () => {
  const says = identityMessages.map(({ message }) => message);
  const expected = [...SPECIFIED_MESSAGES, ...ofMachines.flatMap((each) => Object.values<string>(each))];
  expect(expected.filter((text) => !says.some((message) => message.startsWith(text)))).toEqual([]);
  expect(says.filter((message, index) => says.indexOf(message) !== index)).toEqual([]);
  const rules = readRepositoryFile('docs/rules.md');
  expect(identityMessages.filter(({ ruleId }) => !rules.includes(`**${ruleId}**`))).toEqual([]);
});

test('[WORDS-1] docs/identity-messages.md is that table, row by row', () => {
  const lines = readRepositoryFile('docs/identity-messages.md').split('\n');
  const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  const rows = cells.slice(2).map((row) => row.map((cell) => cell.trim()));
  expect(rows).toEqual(identityMessages.map(toTableCells));
});
