import { randomUUID } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { createReportAnnouncer } from '../domain/moderation/announce-reports.ts';
import type { ReportPorts } from '../domain/moderation/report-subject.ts';
import { createReportAnnouncements } from '../repositories/moderation.ts';
import type { Db } from '../repositories/tables.ts';
import type { WiredIdentity } from './wire-identity.ts';
import { createSealer } from './crypto.ts';

interface ReportParts {
  db: Db;
  storeKey: string;
  /** The operators' address; without it reports are not announced. */
  operatorEmail: string | undefined;
  sendNotice: WiredIdentity['sendNotice'];
  clock: Clock;
}

export interface WiredReports extends ReportPorts {
  /** Mails the operators what they have not been told of. */
  announce: () => Promise<void>;
}

const MAIL_LIFE_MS = 24 * 3_600_000;

/** What reports are sealed with, and how the operators learn of them. */
export function wireReports({ db, storeKey, operatorEmail, sendNotice, clock }: ReportParts): WiredReports {
  const ports = { sealer: createReportSealer(storeKey), newId: randomUUID };
  if (operatorEmail === undefined) return { ...ports, isAnnounced: false, announce: () => Promise.resolve() };
  const announce = createReportAnnouncer({
    announcements: createReportAnnouncements(db),
    send: (mail) => {
      const sent_at = clock.now();
      const expires_at = new Date(sent_at.getTime() + MAIL_LIFE_MS);
      return sendNotice({ to: operatorEmail, ...mail, sent_at, expires_at });
    },
    clock,
  });
  return { ...ports, isAnnounced: true, announce };
}

/** Seals and opens the texts of reports. */
export const createReportSealer = (storeKey: string) => createSealer(storeKey, 'reports');
