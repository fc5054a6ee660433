import { ERRORS, errorText, isErrorCode, statusOfCodes } from '@cruddur/shared';
import { expect, test } from 'vitest';

/** The specification's catalogue, text by text; its spelling is binding. */
const CATALOGUE: Record<string, string> = {
  generic_500: 'An internal server error has occured',
  generic_403: 'You are not authorized to perform this action',
  generic_401: 'You are not authenicated to perform this action',
  cognito_user_id_blank: 'The user was not provided',
  activity_uuid_blank: 'The post id cannot be blank',
  message_blank: 'The message cannot be blank',
  message_exceed_max_chars_1024: 'The message is too long, It should be less than 1024 characters',
  message_group_uuid_blank: 'The message group cannot be blank',
  user_reciever_handle_blank: 'You need to send a message to a valid user',
  display_name_blank: 'The display name cannot be blank',
};

/** The codes of the contract outside the catalogue that are not 422. */
const STATUSES: Record<number, string[]> = {
  403: ['account_suspended', 'message_not_allowed', 'request_unanswered', 'too_many_conversations'],
  404: ['user_not_found', 'activity_not_found', 'message_group_not_found', 'message_not_found'],
  409: ['handle_taken', 'unsend_too_late'],
  410: ['activity_expired', 'message_expired'],
  429: ['too_many_reports'],
};

test('[CODE-1] each code has a text, that of the catalogue, and the status of the contract', () => {
  expect(Object.keys(CATALOGUE).map((code) => [code, errorText(code)])).toEqual(Object.entries(CATALOGUE));
  const special = Object.entries(STATUSES).flatMap(([status, codes]) => codes.map((code) => [code, +status]));
  const statuses = new Map(special as [string, number][]);
  const statusOf = (code: string) =>
    code.startsWith('generic_') ? Number(code.split('_')[1]) : (statuses.get(code) ?? 422);
  expect(Object.entries(ERRORS).map(([code, { status }]) => [code, status])).toEqual(
    Object.keys(ERRORS).map((code) => [code, statusOf(code)]),
  );
  expect(Object.keys(ERRORS)).toEqual(expect.arrayContaining([...statuses.keys()]));
  expect(Object.values(ERRORS).filter(({ text }) => text.trim() === '')).toEqual([]);
});

test('[CALL-3] a code outside the catalogue is shown as is, also the name of an object property', () => {
  for (const code of ['something_else', 'toString', '__proto__', 'constructor', '']) {
    expect(errorText(code)).toBe(code);
    expect(isErrorCode(code)).toBe(false);
  }
});

test('[CODE-3] of several codes the first gives the status', () => {
  expect(statusOfCodes(['activity_expired', 'message_blank'])).toBe(410);
});
