import type { Clock } from '../clock.ts';
import type { NewReport, ReportAnnouncements } from './ports.ts';

export interface AnnounceParts {
  announcements: ReportAnnouncements;
  /** Hands a mail to the operators over; it must not be lost afterwards. */
  send: (mail: { subject: string; text: string }) => Promise<void>;
  clock: Clock;
}

/** The shortest time from one mail to the next: many reports must not delay the mails with sign-in codes. */
const EVERY_MS = 15 * 60_000;
/** Reports that a mail lists, of all that it announces. */
const LISTED_MAX = 50;

/**
 * Announces new reports to the operators, without any text of them: the first at once, those of the next quarter of an hour together.
 * @returns a run of this, for the gateway that holds the lease
 */
export function createReportAnnouncer({ announcements, send, clock }: AnnounceParts): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const nowMs = clock.now().getTime();
    if (nowMs < nextMs) return;
    const reports = await announcements.readNew();
    if (reports.length === 0) return;
    await send(describe(reports));
    nextMs = nowMs + EVERY_MS;
    await announcements.markAnnounced(reports.map(({ uuid }) => uuid));
  };
}

function describe(reports: readonly NewReport[]): { subject: string; text: string } {
  const [first, ...others] = reports;
  const subject =
    others.length === 0 ? `Cruddur: a ${first?.kind} was reported` : `Cruddur: ${reports.length} new reports`;
  const lines = reports.slice(0, LISTED_MAX).map(({ uuid, kind, reason }) => `${uuid}  ${kind}  ${reason}`);
  const unlisted = reports.length - lines.length;
  const advice = 'To see one:\n\nnpm run operate -- show REPORT\n\nAll open ones:\n\nnpm run operate -- list';
  return {
    subject,
    text: [...lines, ...(unlisted > 0 ? [`… and ${unlisted} more`] : []), '', advice].join('\n'),
  };
}
