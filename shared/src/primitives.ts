import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { isBlank, isStorable, countCharacters } from './text/counting.ts';

/** A UUID of any version. */
export const uuid = z.guid();
/** ISO 8601 UTC with milliseconds and `Z`. */
export const time = z.iso.datetime({ precision: 3 });
export const count = z.int().check(z.nonnegative());

/** A check that fails with an error code of the contract, so that one answer can list every failed check. */
export function rule<T>(isValid: (value: T) => boolean, code: ErrorCode) {
  return z.refine<T>(isValid, { error: code });
}

/** Any text that PostgreSQL can store; other text is a malformed request. */
export const text = z.string().check(rule(isStorable, 'generic_400'));

/** A text that may be missing or null, which count as empty: the checks that follow then give the error code. */
export const optionalText = z.pipe(
  z.nullish(text),
  z.transform((value) => value ?? ''),
);

export const notBlank = (code: ErrorCode) => rule<string>((value) => !isBlank(value), code);
export const maxCharacters = (max: number, code: ErrorCode) =>
  rule<string>((value) => countCharacters(value) <= max, code);

/** What every call with an operation id can answer. */
export const operationErrors = [
  'operation_id_invalid',
  'operation_id_reused',
  'cognito_user_id_blank',
  'handle_taken',
] as const;
/** What every call with a text and an operation id can answer. */
export const messageErrors = ['message_blank', 'message_exceed_max_chars_1024', ...operationErrors] as const;
