import type { Violation } from '../checker/violation.ts';

/** One act, and what came of it. */
export interface ActionOutcome {
  row: string;
  kind: string;
  /** 0 is unknown. */
  status: number;
  /** How often each of those who must see it has seen it. */
  timesSeen: readonly number[];
}

/** What was answered is there once, what was not is there once or not at all, and for all who may see it alike. */
export function checkActionOutcomes(deeds: readonly ActionOutcome[]): Violation[] {
  return deeds.flatMap(({ row, kind, status, timesSeen }): Violation[] => {
    const report = (rule: Violation['rule'], words: string): Violation[] => [
      { rule, what: `${kind} ${row} ${words}`, at: null },
    ];
    if (timesSeen.some((times) => times > 1))
      return report('doubled', `came ${Math.max(...timesSeen)} times`);
    const isThere = timesSeen.some((times) => times > 0);
    if (isThere && timesSeen.includes(0)) return report('lost', 'came to some and not to all');
    if (status === 200 && !isThere) return report('lost', 'was answered 200 and never came');
    if (status >= 400 && isThere) return report('contradicted', `was answered ${status}, and came`);
    return [];
  });
}
