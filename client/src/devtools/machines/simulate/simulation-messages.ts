/** A part of the delivery promise, by the names of the checker. */
export type BrokenRule =
  'lost' | 'doubled' | 'reordered' | 'leaked' | 'contradicted' | 'expired' | 'late' | 'deadlocked';

export interface BrokenPromise {
  rule: BrokenRule;
  what: string;
  /** Virtual milliseconds; null when it concerns the whole run. */
  at: number | null;
}

/** How a lane is drawn: at work, on its way there, stopped for now, or gone. */
export type LaneMode = 'ok' | 'waiting' | 'frozen' | 'off';

interface Dated {
  /** Virtual milliseconds since the start. */
  at: number;
}

/** What a schedule reports, in the order in which it happened. Lanes are the names of hosts, `bus` and `faults`. */
export type SimulationEntry =
  | (Dated & {
      kind: 'event';
      lane: string;
      label: string;
      /** The lane that has sent it, for a message. */
      from: string | null;
      sentAt: number;
    })
  /** A message that never arrives. */
  | (Dated & { kind: 'lost'; from: string; lane: string; label: string })
  /** What a lane does from now on. */
  | (Dated & { kind: 'state'; lane: string; mode: LaneMode; text: string })
  /** A line of the history that the checker reads. */
  | (Dated & { kind: 'record'; lane: string; label: string })
  | (Dated & { kind: 'fault'; fault: number; name: string; isOver: boolean });

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
  | { kind: 'progress'; entries: SimulationEntry[]; at: number; events: number; active: string[] }
  | { kind: 'stepped' }
  | { kind: 'ended'; hash: string; events: number; broken: BrokenPromise[] }
  | { kind: 'failed'; message: string };

/** Ticks, heartbeats and reads of heads, of which a schedule has hundreds, would hide what happens. Faults are entries of their own. */
const QUIET =
  /(^| )(tick|timer|timeout|interval|immediate|heads|heads answers|revocations.*|purge|storage (all|find))$|heartbeat|^(begins|ends) /;

export const isQuiet = (entry: SimulationEntry): boolean => entry.kind === 'event' && QUIET.test(entry.label);
