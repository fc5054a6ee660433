import { SERVER_MACHINES, type MachineReport } from '@cruddur/shared';
import { clsx } from 'clsx';
import { formatTimeUntil } from '../../charts/format-duration.ts';
import { formatReport } from '../format-entry.ts';
import { findReport } from './use-server-machines.ts';
import type { ServerView } from './watch-server.ts';

interface Props {
  view: ServerView;
  /** The id of the shown machine. */
  chosen: string;
  onChoose: (machine: string) => void;
}

/** The server's machines with their counts; the server reports no single actor. */
export function ServerPane({ view, chosen, onChoose }: Props) {
  return (
    <section aria-label="Server">
      <h2>Server</h2>
      {view.kind === 'hidden' && <p className="machines-empty">This server doesn’t publish its machines.</p>}
      {view.kind === 'unknown' && <p className="machines-empty">Waiting for the server.</p>}
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

/** The number of actors in each state, and the time of the next run. */
function reportText(report: MachineReport, now: string): string {
  const { next_at } = report;
  if (next_at === undefined) return formatReport(report);
  return `${formatReport(report)}, next ${formatTimeUntil(Date.parse(next_at) - Date.parse(now), 0)}`;
}
