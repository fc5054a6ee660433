import { ERRORS, errorText, isErrorCode, statusOfCodes } from '@cruddur/shared';
import { expect, test } from 'vitest';

/** The specification's catalogue, text by text; its spelling is binding. */
const CATALOGUE = {
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

/** The statuses of the contract, for codes outside the catalogue. */
const OURS: Record<number, string[]> = {
  403: ['account_suspended', 'message_not_allowed', 'request_unanswered', 'too_many_conversations'],
  404: ['user_not_found', 'activity_not_found', 'message_group_not_found', 'message_not_found'],
  409: ['handle_taken', 'unsend_too_late'],
  410: ['activity_expired', 'message_expired'],
  429: ['too_many_reports'],
  422: [
    ...['ttl_blank', 'search_term_blank', 'operation_id_reused', 'operation_id_invalid', 'cursor_invalid'],
    ...['limit_invalid', 'extension_invalid', 'display_name_exceed_max_chars_50', 'display_name_invalid'],
    'bio_exceed_max_chars_160',
    'lifetime_invalid',
    'mute_invalid',
  ],
};
const GENERIC = [400, 401, 403, 404, 405, 413, 415, 429, 500, 503];

test.each(Object.entries(CATALOGUE))('[CODE-1] %s reads as the specification has it', (code, text) => {
  expect(errorText(code)).toBe(text);
});

test('[CODE-1] the codes are those of catalogue and contract, and no others', () => {
  const generic = GENERIC.map((status) => `generic_${status}`);
  const all = new Set([...Object.keys(CATALOGUE), ...Object.values(OURS).flat(), ...generic]);
  expect(Object.keys(ERRORS).sort()).toEqual([...all].sort());
});

test('[CODE-1] each has the status of the contract', () => {
  const wrong = Object.entries(ERRORS).filter(([code, { status }]) => {
    if (code.startsWith('generic_')) return code !== `generic_${status}`;
    return code in CATALOGUE ? status !== 422 : !OURS[status]?.includes(code);
  });
  expect(wrong).toEqual([]);
});

test('[CODE-2] a code outside the catalogue is shown as is, also the name of an object property', () => {
  for (const code of ['something_else', 'toString', '__proto__', 'constructor', '']) {
    expect(errorText(code)).toBe(code);
    expect(isErrorCode(code)).toBe(false);
  }
});

test('[CODE-3] of several codes the first gives the status', () => {
  expect(statusOfCodes(['activity_expired', 'message_blank'])).toBe(410);
});
