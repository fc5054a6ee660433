import { expect, test } from 'vitest';
import { CONFIRM_MESSAGES } from '../../../client/src/account/sign-in/confirm.machine.ts';
import { SIGN_IN_ERRORS } from '../../../client/src/account/sign-in/sign-in.machine.ts';
import { SIGN_UP_ERRORS } from '../../../client/src/account/sign-in/sign-up.machine.ts';
import { FIELD_ERRORS } from '../../../client/src/base/machines/form.machine.ts';
import { identityMessages } from '../../support/identity-messages.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { SPECIFIED_MESSAGES } from '../../support/specified-identity-messages.ts';

const ofMachines = [SIGN_IN_ERRORS, SIGN_UP_ERRORS, CONFIRM_MESSAGES, FIELD_ERRORS];

test('[WORDS-1] the list has one row for each message of the specification and of a machine, with an existing rule', () => {
  const says = identityMessages.map(({ message }) => message);
  const expected = [...SPECIFIED_MESSAGES, ...ofMachines.flatMap((each) => Object.values<string>(each))];
  expect(expected.filter((text) => !says.some((message) => message.startsWith(text)))).toEqual([]);
  expect(says.filter((message, index) => says.indexOf(message) !== index)).toEqual([]);
  const rules = readRepositoryFile('docs/rules.md');
  expect(identityMessages.filter(({ ruleId }) => !rules.includes(`**${ruleId}**`))).toEqual([]);
});
