import * as z from 'zod/mini';
import { REPORT_KINDS, REPORT_NOTE_MAX, REPORT_REASONS } from '../report-limits.ts';
import { maxCharacters, optionalText, uuid } from './primitives.ts';

/** A report to the operators. While it is open, another one of the same person about the same subject is the same report. */
export const newReport = z.object({
  kind: z.enum(REPORT_KINDS),
  /** Of the crud or message; a person's `cognito_user_uuid`. */
  uuid,
  reason: z.enum(REPORT_REASONS),
  note: optionalText.check(maxCharacters(REPORT_NOTE_MAX, 'generic_413')),
});
export type NewReport = z.infer<typeof newReport>;
