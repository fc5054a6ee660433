/** How a lane is drawn: at work, on its way there, stopped for now, or gone. */
export type LaneMode = 'ok' | 'waiting' | 'frozen' | 'off';

export const ARROW_KINDS = ['socket', 'http', 'tabs', 'bus', 'store'] as const;
export type ArrowKind = (typeof ARROW_KINDS)[number];

interface Dated {
  /** Milliseconds since the start. */
  at: number;
}

/** What happened, in the order in which it did. Lanes have names, such as `tab 1` or `gateway a`. */
export type LaneEntry =
  | (Dated & {
      kind: 'event';
      lane: string;
      label: string;
      /** The lane that has sent it, for a message. */
      from: string | null;
      sentAt: number;
      /** Absent where the ends and the label of a message say it. */
      arrow?: ArrowKind;
      /** Absent where the label says it. */
      isRoutine?: boolean;
    })
  /** A message that never arrives. */
  | (Dated & { kind: 'lost'; from: string; lane: string; label: string })
  /** What a lane does from now on. */
  | (Dated & { kind: 'state'; lane: string; mode: LaneMode; text: string })
  /** Something to know of a lane at that time, drawn as a mark. */
  | (Dated & { kind: 'record'; lane: string; label: string })
  | (Dated & { kind: 'fault'; fault: number; name: string; isOver: boolean });

/** Ticks, heartbeats and reads of heads, of which a schedule has hundreds, would hide what happens. Faults are entries of their own. */
const ROUTINE =
  /(^| )(tick|timer|timeout|interval|immediate|heads|heads answers|revocations.*|purge|storage (all|find))$|heartbeat|^(begins|ends) /;

export const isQuiet = (entry: LaneEntry): boolean =>
  entry.kind === 'event' && (entry.isRoutine ?? ROUTINE.test(entry.label));
