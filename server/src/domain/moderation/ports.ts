import type { ReportKind, ReportReason } from '@cruddur/shared';

/** Encrypts texts with a key of the store. */
export interface Sealer {
  /** @param row what the text belongs to: only `open` with the same `row` decrypts it */
  seal(text: string, row: string): string;
  /** @throws for a text that was sealed for another row or with another key */
  open(sealed: string, row: string): string;
}

/** What a report is about. */
export interface Subject {
  kind: ReportKind;
  /** The uuid of the crud or message, or the person's sub. */
  uuid: string;
}

/** A report as it is stored, with its texts sealed. */
export interface StoredReport {
  uuid: string;
  reporter: string;
  subject: Subject;
  /** The author of the subject. */
  person: string;
  reason: ReportReason;
  /** Null without a note, and once it is erased. */
  noteSealed: string | null;
  /** Null once it is erased. */
  textSealed: string | null;
  createdAt: Date;
  /** False while the operators are to be told of it. */
  announced: boolean;
}

export interface NamedReport extends Omit<StoredReport, 'announced'> {
  reporterHandle: string;
  personHandle: string;
}

/** The open reports about one subject. */
export interface Case {
  /** The uuid of the first report. */
  id: string;
  subject: Subject;
  personHandle: string;
  reasons: ReportReason[];
  reports: number;
  since: Date;
}

export interface ModerationReads {
  /** Author and text of a message, for a member of its conversation; null for one that is removed or has disappeared. */
  findMessage(uuid: string, member: string, now: Date): Promise<{ author: string; message: string } | null>;
  /** The oldest first. @param page from 1 */
  listCases(page: number): Promise<{ cases: Case[]; pages: number }>;
  /** All open reports about the subject of a report, the first one first; empty when it is not open. */
  findCase(report: string): Promise<NamedReport[]>;
  /** The subs of people whose suspension has ended at a time. */
  findDueSuspensions(now: Date): Promise<string[]>;
  /** The person with a handle, if not erased. */
  findSub(handle: string): Promise<string | null>;
}

/** One line of the table that no one can change. */
export interface OperatorAction {
  at: Date;
  /** The operator's name on the machine that ran the command. */
  operator: string;
  action: string;
  /** The uuid of the crud, the first report or the person. */
  subject: string;
  /** The sub of the person whom it concerns. */
  person: string;
  reason: string | null;
  until: Date | null;
}

export interface ModerationWrites {
  /** @returns the report, or the open one of the same person about the same subject; 'too many' after `REPORTS_PER_DAY` */
  fileReport(report: StoredReport): Promise<{ uuid: string; isNew: boolean } | 'too many'>;
  /** Deletes all reports about a subject. @returns their number */
  closeCase(subject: Subject): Promise<number>;
  /** Waits for concurrent writes of the person; later ones are refused. @param until null for good. @returns false for an erased person */
  suspend(sub: string, until: Date | null): Promise<boolean>;
  /** @param dueAt only a suspension whose end has come by then; null for any. @returns whether there was one */
  lift(sub: string, dueAt: Date | null): Promise<boolean>;
  /** Ends all sign-ins of a person up to and including the second of `at`. */
  endSignIns(sub: string, at: Date): Promise<void>;
  recordAction(action: OperatorAction): Promise<void>;
}

export interface NewReport {
  uuid: string;
  kind: ReportKind;
  reason: ReportReason;
}

/** What the operators have not been told of. */
export interface ReportAnnouncements {
  /** The oldest first. */
  readNew(): Promise<NewReport[]>;
  markAnnounced(reports: readonly string[]): Promise<void>;
}
