/** The limits of reports. A file of its own, which the client loads with the report dialog and not with its first chunk. */

export const REPORT_KINDS = ['crud', 'message', 'person'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export const REPORT_REASONS = [
  'harassment',
  'threat',
  'private_life',
  'impersonation',
  'spam',
  'illegal',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
/** In code points. */
export const REPORT_NOTE_MAX = 500;
/** How long the text of a report is kept. */
export const REPORT_TEXT_DAYS = 14;
/** Reports by one person, of which more are refused until a day after the first. */
export const REPORTS_PER_DAY = 50;
