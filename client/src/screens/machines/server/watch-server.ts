import type { MachinesReport } from '@cruddur/shared';
import { ApiError } from '../../../api/api-error.ts';
import { movesBetween, type MovesMade } from './moves-between.ts';

/** How long it waits between an answer and the next question, in milliseconds. */
const ASK_EVERY_MS = 1000;

/** What is known of the server's machines. */
export type ServerView =
  /** Nothing yet. */
  | { kind: 'unknown' }
  | {
      kind: 'shown';
      report: MachinesReport;
      /** Since the last report of the same gateway; empty after its first. */
      made: readonly MovesMade[];
      /** False once a question found no answer: the report is of before. */
      isFresh: boolean;
    }
  /** This server does not show them, and is not asked again. */
  | { kind: 'hidden' };

export interface ServerWatchParts {
  ask: (signal: AbortSignal) => Promise<MachinesReport>;
  /** The document: a page that nobody sees does not ask; seen again, it asks at once. */
  page: Pick<Document, 'visibilityState'> & EventTarget;
  tell: (view: ServerView) => void;
}

/** Asks the server each second what its machines do. @returns a function that ends it */
export function watchServer({ ask, page, tell }: ServerWatchParts): () => void {
  // Answers may come from several gateways in turn, each with counts of its own.
  const last = new Map<string, MachinesReport>();
  let view: ServerView = { kind: 'unknown' };
  let question: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: ServerView): void {
    view = next;
    tell(view);
  }

  function take(report: MachinesReport): void {
    const before = last.get(report.gateway);
    last.set(report.gateway, report);
    show({ kind: 'shown', report, made: before ? movesBetween(before, report) : [], isFresh: true });
  }

  function miss(failure: unknown): void {
    if (failure instanceof ApiError && failure.status === 404) {
      end();
      show({ kind: 'hidden' });
    } else if (view.kind === 'shown') show({ ...view, made: [], isFresh: false });
  }

  async function look(): Promise<void> {
    const asking = (question = new AbortController());
    const { signal } = asking;
    try {
      const report = await ask(signal);
      if (signal.aborted) return;
      take(report);
    } catch (failure) {
      if (signal.aborted) return;
      miss(failure);
    }
    // What was just told may have ended it.
    if (!asking.signal.aborted) timer = setTimeout(() => void look(), ASK_EVERY_MS);
  }

  function pause(): void {
    question?.abort();
    clearTimeout(timer);
  }

  function turn(): void {
    pause();
    if (page.visibilityState === 'visible') void look();
  }

  function end(): void {
    pause();
    page.removeEventListener('visibilitychange', turn);
  }

  page.addEventListener('visibilitychange', turn);
  turn();
  return end;
}
