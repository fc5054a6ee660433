/**
 * The catalogue of error codes, with HTTP status and screen text. The body of a failure is a JSON array of codes. The
 * misspelt texts and codes come from the specification and must not be corrected.
 */
export const ERRORS = {
  generic_400: { status: 400, text: 'The request could not be understood' },
  generic_401: { status: 401, text: 'You are not authenicated to perform this action' },
  generic_403: { status: 403, text: 'You are not authorized to perform this action' },
  generic_404: { status: 404, text: 'There is nothing here' },
  generic_405: { status: 405, text: 'That cannot be done here' },
  generic_413: { status: 413, text: 'That is too large to send' },
  generic_415: { status: 415, text: 'That content type is not valid' },
  generic_429: { status: 429, text: 'Too many requests, wait a moment' },
  generic_500: { status: 500, text: 'An internal server error has occured' },
  generic_503: { status: 503, text: 'The service is not available right now' },

  cognito_user_id_blank: { status: 422, text: 'The user was not provided' },
  activity_uuid_blank: { status: 422, text: 'The post id cannot be blank' },
  message_blank: { status: 422, text: 'The message cannot be blank' },
  message_exceed_max_chars_1024: {
    status: 422,
    text: 'The message is too long, It should be less than 1024 characters',
  },
  message_group_uuid_blank: { status: 422, text: 'The message group cannot be blank' },
  user_reciever_handle_blank: { status: 422, text: 'You need to send a message to a valid user' },
  display_name_blank: { status: 422, text: 'The display name cannot be blank' },

  account_suspended: { status: 403, text: 'Account suspended' },
  message_not_allowed: { status: 403, text: 'You can’t message this person' },
  request_unanswered: { status: 403, text: 'Wait for an answer first' },
  too_many_conversations: { status: 403, text: 'Too many new conversations in the last 24 hours' },
  user_not_found: { status: 404, text: 'No one here by that name' },
  activity_not_found: { status: 404, text: 'This crud doesn’t exist' },
  message_group_not_found: { status: 404, text: 'This conversation doesn’t exist' },
  message_not_found: { status: 404, text: 'This message doesn’t exist' },
  handle_taken: { status: 409, text: 'That username is taken, choose another' },
  unsend_too_late: { status: 409, text: 'Messages can only be removed within 24 hours' },
  activity_expired: { status: 410, text: 'This crud has been forgotten' },
  message_expired: { status: 410, text: 'This message has disappeared' },
  too_many_reports: { status: 429, text: 'Too many reports in the last 24 hours' },
  lifetime_invalid: { status: 422, text: 'Choose how long messages last' },
  push_service_unknown: {
    status: 422,
    text: 'This site doesn’t send notifications through your browser’s push service',
  },
  mute_invalid: { status: 422, text: 'Enter a word or a #hashtag of at most 50 characters' },
  ttl_blank: { status: 422, text: 'Choose how long the crud lives' },
  search_term_blank: { status: 422, text: 'Type something to search for' },
  search_term_too_long: { status: 422, text: 'Search for at most 100 characters and 10 words' },
  operation_id_reused: { status: 422, text: 'This was already sent with different content' },
  operation_id_invalid: { status: 422, text: 'The operation id is not valid' },
  cursor_invalid: { status: 422, text: 'The cursor is not valid' },
  limit_invalid: { status: 422, text: 'The limit is not valid' },
  extension_invalid: { status: 422, text: 'Choose a JPG, PNG, WebP or GIF picture' },
  display_name_exceed_max_chars_50: {
    status: 422,
    text: 'The display name is too long, It should be at most 50 characters',
  },
  display_name_invalid: { status: 422, text: 'The display name is not allowed, choose another' },
  bio_exceed_max_chars_160: { status: 422, text: 'The bio is too long, It should be at most 160 characters' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type GenericErrorCode = Extract<ErrorCode, `generic_${string}`>;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** The screen text of a code; a code outside the catalogue is shown as it is. */
export function errorText(code: string): string {
  return isErrorCode(code) ? ERRORS[code].text : code;
}

/** The reasons for which a socket is refused or closed. */
export const BYE_CODES = ['token_invalid', 'session_revoked', 'too_slow', 'too_many', 'restarting'] as const;
export type ByeCode = (typeof BYE_CODES)[number];

/** The HTTP status of an answer with these codes: that of the first. */
export function statusOfCodes(codes: readonly [ErrorCode, ...ErrorCode[]]): number {
  return ERRORS[codes[0]].status;
}
