import { expect, test } from 'vitest';
import { CONFIRM_MESSAGES } from '../../../client/src/machines/confirm.machine.ts';
import { RECOVERY_ERRORS } from '../../../client/src/machines/recovery.machine.ts';
import { SIGN_IN_ERRORS } from '../../../client/src/machines/sign-in.machine.ts';
import { SIGN_UP_ERRORS } from '../../../client/src/machines/sign-up.machine.ts';
import { identityMessages } from '../../support/identity-messages.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { SPECIFIED_MESSAGES } from '../../support/specified-identity-messages.ts';

const ofMachines = [SIGN_IN_ERRORS, SIGN_UP_ERRORS, CONFIRM_MESSAGES, RECOVERY_ERRORS];

test('[WORDS-1] docs/identity-messages.md has one complete row for each message of the specification and of a machine, with an existing rule', () => {
  const [, , ...rows] = readRepositoryFile('docs/identity-messages.md').match(/^\|.*$/gm) ?? [];
  expect(identityMessages).toHaveLength(rows.length);
  const says = identityMessages.map(({ message }) => message);
  const expected = [...SPECIFIED_MESSAGES, ...ofMachines.flatMap((each) => Object.values<string>(each))];
  expect(expected.filter((text) => !says.some((message) => message.startsWith(text)))).toEqual([]);
  expect(says.filter((message, index) => says.indexOf(message) !== index)).toEqual([]);
  const rules = readRepositoryFile('docs/rules.md');
  expect(identityMessages.filter(({ ruleId }) => !rules.includes(`**${ruleId}**`))).toEqual([]);
});
