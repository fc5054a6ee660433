/** The parts of the promise that can be broken, see docs/chaos.md. The first four are its core. */
export const VIOLATION_RULES = [
  ...(['lost', 'doubled', 'reordered', 'leaked'] as const),
  ...(['contradicted', 'expired', 'late', 'deadlocked'] as const),
] as const;

export type ViolationRule = (typeof VIOLATION_RULES)[number];

export interface Violation {
  rule: ViolationRule;
  /** A description for the search of the cause. */
  what: string;
  /** Around this time; null when it concerns the whole run. */
  at: number | null;
}
