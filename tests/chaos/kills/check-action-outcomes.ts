import type { Violation } from '../checker/violation.ts';

/** One operation and its outcome. */
export interface ActionOutcome {
  row: string;
  kind: string;
  /** 0 is unknown. */
  status: number;
  /** How often each recipient has received it. */
  timesSeen: readonly number[];
}

/** An answered operation is in the store once, an unanswered one at most once, and equally for all recipients. */
export function checkActionOutcomes(outcomes: readonly ActionOutcome[]): Violation[] {
  return outcomes.flatMap(({ row, kind, status, timesSeen }): Violation[] => {
    const report = (rule: Violation['rule'], words: string): Violation[] => [
      { rule, what: `${kind} ${row} ${words}`, at: null },
    ];
    if (timesSeen.some((times) => times > 1))
      return report('doubled', `came ${Math.max(...timesSeen)} times`);
    const isThere = timesSeen.some((times) => times > 0);
    if (isThere && timesSeen.includes(0)) return report('lost', 'was received by some and not by all');
    if (status === 200 && !isThere) return report('lost', 'was answered 200 and never received');
    if (status >= 400 && isThere) return report('contradicted', `was answered ${status}, and came`);
    return [];
  });
}
