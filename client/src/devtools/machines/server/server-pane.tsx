import { SERVER_MACHINES, formatDuration, type MachineReport } from '@cruddur/shared';
import { clsx } from 'clsx';
import { formatReport } from '../format-entry.ts';
import { findReport } from './use-server-machines.ts';
import type { ServerView } from './watch-server.ts';

interface Props {
  view: ServerView;
  /** The id of the machine that is shown. */
  chosen: string;
  onChoose: (machine: string) => void;
}

/** What is at work at the server, counted: nobody is told of a single one. */
export function ServerPane({ view, chosen, onChoose }: Props) {
  return (
    <section aria-label="Server">
      <h2>Server</h2>
      {view.kind === 'hidden' && <p className="mx-none">This server keeps its machines to itself.</p>}
      {view.kind === 'unknown' && <p className="mx-none">The server has not answered yet.</p>}
      {view.kind === 'shown' && (
        <ul>
          {SERVER_MACHINES.map((machine) => {
            const report = findReport(view, machine);
            return (
              <li key={machine}>
                <button
                  type="button"
                  className="actor"
                  aria-current={machine === chosen ? 'true' : undefined}
                  onClick={() => onChoose(machine)}
                >
                  <i
                    className={clsx('dot', view.isFresh && (report?.next_at ? 'em' : 'ok'))}
                    aria-hidden="true"
                  />
                  <span>
                    <b>{machine}</b>
                    <span>{report ? reportText(report, view.report.now) : 'not reported'}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** How many are where, and when it works next. */
function reportText(report: MachineReport, now: string): string {
  const { next_at } = report;
  if (next_at === undefined) return formatReport(report);
  return `${formatReport(report)}, next in ${formatDuration(Date.parse(next_at) - Date.parse(now))}`;
}
