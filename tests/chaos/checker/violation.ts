/** The broken part of the promise, see docs/chaos.md. The first four are its core. */
export type ViolationRule =
  | 'lost'
  | 'doubled'
  | 'reordered'
  | 'leaked'
  | 'contradicted'
  | 'expired'
  | 'late'
  | 'deadlocked';

export interface Violation {
  rule: ViolationRule;
  /** A description for the search of the cause. */
  what: string;
  /** Around this time; null when it concerns the whole run. */
  at: number | null;
}
