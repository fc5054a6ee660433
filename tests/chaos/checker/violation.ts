/** What a promise was broken by. The first four are what the promise is counted in. */
export type ViolationRule =
  'lost' | 'doubled' | 'reordered' | 'leaked' | 'contradicted' | 'expired' | 'late' | 'deadlocked';

export interface Violation {
  rule: ViolationRule;
  /** In words, for the person who has to find the cause. */
  what: string;
  /** Around this time; null when it is about the whole run. */
  at: number | null;
}
