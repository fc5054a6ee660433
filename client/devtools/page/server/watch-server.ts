import type { MachinesReport, ServerMachineName } from '@cruddur/shared';
import { ApiError } from '../../../src/base/http/api-error.ts';

/** The time between an answer and the next request, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

/** How often a transition was taken between two reports. */
export interface MoveCount {
  machine: ServerMachineName;
  /** The transition's name in the chart: `open.live: drain`. */
  move: string;
  times: number;
}

/** The server's machines as this page knows them. */
export type ServerView =
  /** No answer yet. */
  | { kind: 'unknown' }
  | {
      kind: 'shown';
      report: MachinesReport;
      /** Since the previous report of the same gateway; empty after its first. */
      moves: readonly MoveCount[];
      /** False after a failed request: the report is an old one. */
      isFresh: boolean;
    }
  /** The server answers 404 and is not polled again. */
  | { kind: 'hidden' };

export interface ServerWatchOptions {
  fetchReport: (signal: AbortSignal) => Promise<MachinesReport>;
  /** The document: a hidden page does not poll, and polls at once when it is shown. */
  page: Pick<Document, 'visibilityState'> & EventTarget;
  onChange: (view: ServerView) => void;
}

/** Polls the server's report each second. @returns a function that stops it */
export function watchServer({ fetchReport, page, onChange }: ServerWatchOptions): () => void {
  // Answers may come from several gateways in turn, each with its own counts.
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
    show({ kind: 'shown', report, moves: before ? diffReports(before, report) : [], isFresh: true });
  }

  function showFailure(failure: unknown): void {
    if (failure instanceof ApiError && failure.status === 404) {
      end();
      show({ kind: 'hidden' });
    } else if (view.kind === 'shown') show({ ...view, moves: [], isFresh: false });
  }

  async function poll(): Promise<void> {
    const controller = (request = new AbortController());
    const { signal } = controller;
    try {
      const report = await fetchReport(signal);
      if (signal.aborted) return;
      showReport(report);
    } catch (failure) {
      if (signal.aborted) return;
      showFailure(failure);
    }
    // `onChange` may have stopped it.
    if (!controller.signal.aborted) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
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

/** The transitions taken between two reports of one gateway. A lower count than before means a restart and is left out. */
function diffReports(before: MachinesReport, after: MachinesReport): MoveCount[] {
  return after.machines.flatMap(({ machine, moves }) => {
    const previous = before.machines.find((report) => report.machine === machine)?.moves ?? {};
    return Object.entries(moves)
      .map(([move, count]) => ({ machine, move, times: count - (previous[move] ?? 0) }))
      .filter(({ times }) => times > 0);
  });
}
