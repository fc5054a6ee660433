/** What every call with an operation id can answer. */
export const operationErrors = [
  'operation_id_invalid',
  'operation_id_reused',
  'cognito_user_id_blank',
  'handle_taken',
] as const;
/** What every call with a text and an operation id can answer. */
export const messageErrors = ['message_blank', 'message_exceed_max_chars_1024', ...operationErrors] as const;
