import type { LaneEntry } from '../lanes/lane-entry.ts';

/** A part of the delivery promise, by the names of the checker. */
export type BrokenRule =
  | 'lost'
  | 'doubled'
  | 'reordered'
  | 'leaked'
  | 'contradicted'
  | 'expired'
  | 'late'
  | 'deadlocked';

export interface BrokenPromise {
  rule: BrokenRule;
  what: string;
  /** Virtual milliseconds; null when it concerns the whole run. */
  at: number | null;
}

export type Intervention =
  | { is: 'cut-bus' }
  | { is: 'kill-gateway'; lane: string }
  | { is: 'freeze-leader'; person: string }
  | { is: 'drop-envelope' }
  | { is: 'step-clock'; lane: string; ms: number }
  | { is: 'act' };

/** Names an intervention that lasts. */
export function interventionName(one: Intervention): string {
  switch (one.is) {
    case 'cut-bus':
      return 'bus cut';
    case 'kill-gateway':
      return `${one.lane} killed`;
    case 'freeze-leader':
      return `leader of ${one.person} frozen`;
    case 'drop-envelope':
      return 'next envelope dropped';
    case 'step-clock':
      return `clock of ${one.lane} stepped`;
    case 'act':
      return 'a person acts';
  }
}

export type ToSimulation =
  | { kind: 'start'; seed: number; only?: readonly string[] | undefined }
  /** @property speed virtual milliseconds per real one; null is as fast as possible */
  | { kind: 'run'; speed: number | null }
  | { kind: 'pause' }
  /** Up to the next event that is no tick. */
  | { kind: 'step' }
  /** The same intervention again ends it. */
  | { kind: 'intervene'; what: Intervention };

export type FromSimulation =
  | { kind: 'progress'; entries: LaneEntry[]; at: number; events: number; active: string[] }
  | { kind: 'stepped' }
  | { kind: 'ended'; hash: string; events: number; broken: BrokenPromise[] }
  | { kind: 'failed'; message: string };
