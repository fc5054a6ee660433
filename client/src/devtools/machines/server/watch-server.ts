import type { MachinesReport } from '@cruddur/shared';
import { ApiError } from '../../../api/api-error.ts';
import { diffReports, type MoveCount } from './diff-reports.ts';

/** How long it waits between an answer and the next question, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

/** What is known of the server's machines. */
export type ServerView =
  /** Nothing yet. */
  | { kind: 'unknown' }
  | {
      kind: 'shown';
      report: MachinesReport;
      /** Since the last report of the same gateway; empty after its first. */
      made: readonly MoveCount[];
      /** False once a question found no answer: the report is of before. */
      isFresh: boolean;
    }
  /** This server does not show them, and is not asked again. */
  | { kind: 'hidden' };

export interface ServerWatchOptions {
  fetchReport: (signal: AbortSignal) => Promise<MachinesReport>;
  /** The document: a page that nobody sees does not ask; seen again, it asks at once. */
  page: Pick<Document, 'visibilityState'> & EventTarget;
  onChange: (view: ServerView) => void;
}

/** Asks the server each second what its machines do. @returns a function that ends it */
export function watchServer({ fetchReport, page, onChange }: ServerWatchOptions): () => void {
  // Answers may come from several gateways in turn, each with counts of its own.
  const last = new Map<string, MachinesReport>();
  let view: ServerView = { kind: 'unknown' };
  let request: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: ServerView): void {
    view = next;
    onChange(view);
  }

  function showReport(report: MachinesReport): void {
    const before = last.get(report.gateway);
    last.set(report.gateway, report);
    show({ kind: 'shown', report, made: before ? diffReports(before, report) : [], isFresh: true });
  }

  function showFailure(failure: unknown): void {
    if (failure instanceof ApiError && failure.status === 404) {
      end();
      show({ kind: 'hidden' });
    } else if (view.kind === 'shown') show({ ...view, made: [], isFresh: false });
  }

  async function poll(): Promise<void> {
    const asking = (request = new AbortController());
    const { signal } = asking;
    try {
      const report = await fetchReport(signal);
      if (signal.aborted) return;
      showReport(report);
    } catch (failure) {
      if (signal.aborted) return;
      showFailure(failure);
    }
    // What was just told may have ended it.
    if (!asking.signal.aborted) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
  }

  function pause(): void {
    request?.abort();
    clearTimeout(timer);
  }

  function pollWhenVisible(): void {
    pause();
    if (page.visibilityState === 'visible') void poll();
  }

  function end(): void {
    pause();
    page.removeEventListener('visibilitychange', pollWhenVisible);
  }

  page.addEventListener('visibilitychange', pollWhenVisible);
  pollWhenVisible();
  return end;
}
