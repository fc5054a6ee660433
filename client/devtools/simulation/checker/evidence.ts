import type {
  ActionKind,
  SnapshotReceived,
  EventApplied,
  LikesCounted,
  HistoryRecord,
  AccessAttempted,
  ListRead,
  PageShown,
} from './records.ts';
import type { StoreDump } from './records.ts';

/** One operation over all its attempts. */
export interface ActionTrace {
  id: string;
  kind: ActionKind;
  sub: string;
  row: string;
  /** The other person of a message, reply, block or mute, by sub; or the chosen lifetime. */
  detail?: string;
  invoked: number;
  /** The time and status of the last answer; 0 is unknown. */
  answered: number;
  status: number;
}

export interface TabTrace {
  tab: string;
  sub: string;
  session: string;
  gateway: string | null;
  opened: number;
  left: number | null;
  connected: number[];
  /** The snapshots and events of a tab, in order. */
  steps: (SnapshotReceived | EventApplied)[];
}

export interface TimeSpan {
  from: number;
  to: number;
}

export interface FaultSpan extends TimeSpan {
  name: string;
  /** The affected gateway; null when it was all or none. */
  gateway: string | null;
}

/** A history, indexed for the checks. */
export interface Evidence {
  records: readonly HistoryRecord[];
  actions: ActionTrace[];
  tabs: TabTrace[];
  /** In the order of their beginnings. */
  faults: FaultSpan[];
  /** Periods in which the recording process did not run. */
  stalls: TimeSpan[];
  /** When the end of a session was answered, by session. */
  revoked: Map<string, number>;
  accessAttempts: AccessAttempted[];
  reads: ListRead[];
  pageSnapshots: PageShown[];
  likeCounts: LikesCounted[];
  /** When short-lived cruds and messages expire, epoch milliseconds by uuid. */
  expiries: Map<string, number>;
  /** The time of the last record. */
  ended: number;
  store: StoreDump;
}

export function collectEvidence(records: readonly HistoryRecord[], store: StoreDump): Evidence {
  const traces = new Map<string, ActionTrace>();
  const tabs = new Map<string, TabTrace>();
  const faults = new Map<number, FaultSpan>();
  for (const record of records) {
    switch (record.type) {
      case 'invoked':
        traces.set(record.id, { ...record, invoked: record.at, answered: Infinity, status: 0 });
        break;
      case 'answered':
        Object.assign(traces.get(record.id) ?? {}, { answered: record.at, status: record.status });
        break;
      case 'opened':
        tabs.set(record.tab, { ...record, opened: record.at, left: null, connected: [], steps: [] });
        break;
      case 'closed':
        Object.assign(tabs.get(record.tab) ?? {}, { left: record.at });
        break;
      case 'connected':
        tabs.get(record.tab)?.connected.push(record.at);
        break;
      case 'snapshot':
      case 'applied':
        tabs.get(record.tab)?.steps.push(record);
        break;
      case 'fault-began':
        faults.set(record.fault, { name: record.name, gateway: null, from: record.at, to: Infinity });
        break;
      case 'fault-hit':
        Object.assign(faults.get(record.fault) ?? {}, { gateway: record.gateway });
        break;
      case 'fault-ended':
        Object.assign(faults.get(record.fault) ?? {}, { to: record.at });
        break;
      default:
        // The others are used as they are, below.
        break;
    }
  }
  const ofType = <T extends HistoryRecord['type']>(type: T) =>
    records.filter((record): record is Extract<HistoryRecord, { type: T }> => record.type === type);
  return {
    ...{ records, store },
    actions: [...traces.values()],
    tabs: [...tabs.values()],
    faults: [...faults.values()],
    stalls: ofType('stalled').map(({ at, ms }) => ({ from: at - ms, to: at })),
    revoked: new Map(ofType('revoked').map(({ session, at }) => [session, at])),
    accessAttempts: ofType('access-attempted'),
    reads: ofType('read'),
    pageSnapshots: ofType('shown'),
    likeCounts: ofType('counted'),
    expiries: new Map(ofType('expires').map(({ row, when }) => [row, when])),
    ended: records.at(-1)?.at ?? 0,
  };
}

/** The store's name of a stream of a tab. */
export function storeStreamName(tab: TabTrace, name: 'public' | 'me'): string {
  return name === 'public' ? 'public' : `user:${tab.sub}`;
}
