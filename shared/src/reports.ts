import * as z from 'zod/mini';
import { REPORT_KINDS, REPORT_REASONS } from './choices.ts';
import { activityErrors } from './activities.ts';
import { REPORT_NOTE_MAX } from './limits.ts';
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

/** The call for reports. */
export const reportCalls = {
  report: {
    summary: 'Report a crud, a message or a person to the operators of the site',
    access: 'person',
    budget: 'lookup',
    body: newReport,
    output: z.object({ uuid }),
    errors: [
      'user_not_found',
      'message_not_found',
      'generic_403',
      'generic_413',
      'too_many_reports',
      ...activityErrors,
    ],
  },
} as const;
