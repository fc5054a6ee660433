import { randomUUID } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { FailureLog } from '../domain/failure-log.ts';
import type { ReportPorts } from '../domain/moderation/report-subject.ts';
import { createSealer } from '../sealer.ts';
import type { WiredIdentity } from './wire-identity.ts';

interface ReportParts {
  storeKey: string;
  /** The operators' address; without it reports are not announced. */
  operatorEmail: string | undefined;
  sendNotice: WiredIdentity['sendNotice'];
  clock: Clock;
  failures: FailureLog;
}

/** The name of the announcement in the failure log. */
const WORK = 'report mail';
const MAIL_LIFE_MS = 24 * 3_600_000;

/** What reports are sealed with, and how the operators learn of them. */
export function wireReports(parts: ReportParts): ReportPorts {
  const { storeKey, operatorEmail, sendNotice, clock, failures } = parts;
  return {
    sealer: createReportSealer(storeKey),
    newId: randomUUID,
    announceReport({ uuid, subject, reason }) {
      if (operatorEmail === undefined) return;
      const now = clock.now();
      // Neither text nor note: a mail is kept longer, and by others.
      const notice = {
        to: operatorEmail,
        subject: `Cruddur: a ${subject.kind} was reported`,
        text: `Reason: ${reason}\n\nTo see the report:\n\nnpm run operate -- show ${uuid}`,
        sent_at: now,
        expires_at: new Date(now.getTime() + MAIL_LIFE_MS),
      };
      sendNotice(notice).then(
        () => failures.recordSuccess(WORK),
        (error: unknown) => failures.recordFailure(WORK, error),
      );
    },
  };
}

/** Seals and opens the texts of reports. */
export const createReportSealer = (storeKey: string) => createSealer(storeKey, 'reports');
