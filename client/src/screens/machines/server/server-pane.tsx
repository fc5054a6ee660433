import { SERVER_MACHINES, spanText, type MachineReport } from '@cruddur/shared';
import { classNames } from '../../../components/class-names.ts';
import { reportWords } from '../words.ts';
import { reportOf } from './use-server.ts';
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
            const report = reportOf(view, machine);
            return (
              <li key={machine}>
                <button
                  type="button"
                  className="actor"
                  aria-current={machine === chosen ? 'true' : undefined}
                  onClick={() => onChoose(machine)}
                >
                  <i
                    className={classNames('dot', view.isFresh && (report?.next_at ? 'em' : 'ok'))}
                    aria-hidden="true"
                  />
                  <span>
                    <b>{machine}</b>
                    <span>{report ? wordsOf(report, view.report.now) : 'not reported'}</span>
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
function wordsOf(report: MachineReport, now: string): string {
  const { next_at } = report;
  if (next_at === undefined) return reportWords(report);
  return `${reportWords(report)}, next in ${spanText(Date.parse(next_at) - Date.parse(now))}`;
}
