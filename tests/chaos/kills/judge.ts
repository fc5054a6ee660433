import type { Violation } from '../checker/violation.ts';

/** One act, and what came of it. */
export interface Deed {
  row: string;
  kind: string;
  /** 0 is unknown. */
  status: number;
  /** How often each of those who must see it has seen it. */
  seen: readonly number[];
}

/** What was answered is there once, what was not is there once or not at all, and for all who may see it alike. */
export function judge(deeds: readonly Deed[]): Violation[] {
  return deeds.flatMap(({ row, kind, status, seen }): Violation[] => {
    const blame = (rule: Violation['rule'], words: string): Violation[] => [
      { rule, what: `${kind} ${row} ${words}`, at: null },
    ];
    if (seen.some((times) => times > 1)) return blame('doubled', `came ${Math.max(...seen)} times`);
    const isThere = seen.some((times) => times > 0);
    if (isThere && seen.includes(0)) return blame('lost', 'came to some and not to all');
    if (status === 200 && !isThere) return blame('lost', 'was answered 200 and never came');
    if (status >= 400 && isThere) return blame('contradicted', `was answered ${status}, and came`);
    return [];
  });
}
