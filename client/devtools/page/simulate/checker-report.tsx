import { Button } from '../../../src/base/ui/button.tsx';
import type { BrokenPromise, BrokenRule } from './simulation-messages.ts';
import type { Verdict } from './simulation-view.ts';

interface Props {
  /** Null while the schedule runs. */
  verdict: Verdict | null;
  failure: string | null;
  sabotage: string;
  /** The position of the event; null when a report concerns no single one. */
  findEntry: (broken: BrokenPromise) => number | null;
  onShow: (position: number) => void;
}

/** The sentences of the promise. */
const SENTENCES: Record<BrokenRule, string> = {
  lost: 'Everything that was answered 200 reaches every tab entitled to it.',
  doubled: 'It appears exactly once.',
  reordered: 'It appears in one and the same order in every tab.',
  leaked: 'It appears in no other tab.',
  contradicted: 'What was answered is what was carried out.',
  expired: 'What has burned out is not shown.',
  late: 'All tabs agree within the time of the protocol once the faults are over.',
  deadlocked: 'Writers never wait for each other.',
};
const SHOWN_MAX = 8;

/** What the checker says of the whole history. */
export function CheckerReport({ verdict, failure, sabotage, findEntry, onShow }: Props) {
  return (
    <section className="sim-report" aria-label="Checker">
      <h2>Checker</h2>
      <div role="status">
        <Summary verdict={verdict} failure={failure} sabotage={sabotage} />
      </div>
      {verdict && verdict.broken.length > 0 && (
        <ol>
          {verdict.broken.slice(0, SHOWN_MAX).map((broken) => {
            const index = findEntry(broken);
            return (
              <li key={`${broken.rule} ${broken.what}`}>
                <p className="sim-sentence">
                  <b>{broken.rule}</b> {SENTENCES[broken.rule]}
                </p>
                <p>{broken.what}</p>
                {index !== null && (
                  <Button small variant="outline" onClick={() => onShow(index)}>
                    Show the event
                  </Button>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

function Summary({ verdict, failure, sabotage }: Pick<Props, 'verdict' | 'failure' | 'sabotage'>) {
  if (failure !== null) return <p className="sim-broken">The simulation failed. {failure}</p>;
  if (!verdict) return <p className="sim-waiting">It reads the history when the schedule has ended.</p>;
  const { broken, events, hash } = verdict;
  const facts = `${events} events, hash ${hash}.`;
  if (broken.length === 0) {
    const hint = sabotage === '' ? '' : ' The sabotage didn’t show in this seed; try the next one.';
    return (
      <p className="sim-kept">
        The promise was kept. <span>{facts + hint}</span>
      </p>
    );
  }
  const count = broken.length === 1 ? 'one report' : `${broken.length} reports`;
  return (
    <p className="sim-broken">
      The promise was broken: {count}. <span>{facts}</span>
    </p>
  );
}
