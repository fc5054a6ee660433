import type {
  ActKind,
  Adopted,
  Applied,
  Counted,
  HistoryRecord,
  Knocked,
  ListRead,
  Shown,
} from '../history/records.ts';
import type { StoreDump } from '../history/records.ts';

/** One act over all its tries. */
export interface ActTrace {
  id: string;
  kind: ActKind;
  sub: string;
  row: string;
  invoked: number;
  /** When the last word was said, and what it was; 0 is unknown. */
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
  entered: number[];
  /** What it followed and showed, in that order. */
  steps: (Adopted | Applied)[];
}

export interface Span {
  from: number;
  to: number;
}

export interface FaultSpan extends Span {
  name: string;
  /** The gateway that it struck; null when it struck all or none. */
  gateway: string | null;
}

/** A history by who and what, for the checks. */
export interface Evidence {
  records: readonly HistoryRecord[];
  acts: ActTrace[];
  tabs: TabTrace[];
  /** By their beginning. */
  faults: FaultSpan[];
  /** When whoever wrote the history had no turn. */
  stalls: Span[];
  /** When the end of a session was answered, by session. */
  revoked: Map<string, number>;
  knocks: Knocked[];
  reads: ListRead[];
  shown: Shown[];
  counted: Counted[];
  /** When fleeting cruds end, epoch milliseconds by uuid. */
  expiries: Map<string, number>;
  /** The time of the last record. */
  ended: number;
  store: StoreDump;
}

export function gather(records: readonly HistoryRecord[], store: StoreDump): Evidence {
  const acts = new Map<string, ActTrace>();
  const tabs = new Map<string, TabTrace>();
  const faults = new Map<number, FaultSpan>();
  const ended = records.at(-1)?.at ?? 0;
  const evidence: Evidence = {
    ...{ records, acts: [], tabs: [], faults: [], stalls: [], revoked: new Map(), knocks: [] },
    ...{ reads: [], shown: [], counted: [], expiries: new Map(), ended, store },
  };
  for (const record of records) {
    switch (record.type) {
      case 'invoked':
        acts.set(record.id, { ...record, invoked: record.at, answered: Infinity, status: 0 });
        break;
      case 'answered':
        Object.assign(acts.get(record.id) ?? {}, { answered: record.at, status: record.status });
        break;
      case 'opened':
        tabs.set(record.tab, { ...record, opened: record.at, left: null, entered: [], steps: [] });
        break;
      case 'left':
        Object.assign(tabs.get(record.tab) ?? {}, { left: record.at });
        break;
      case 'entered':
        tabs.get(record.tab)?.entered.push(record.at);
        break;
      case 'adopted':
      case 'applied':
        tabs.get(record.tab)?.steps.push(record);
        break;
      case 'fault':
        faults.set(record.fault, { name: record.name, gateway: null, from: record.at, to: Infinity });
        break;
      case 'hit':
        Object.assign(faults.get(record.fault) ?? {}, { gateway: record.gateway });
        break;
      case 'stalled':
        evidence.stalls.push({ from: record.at - record.ms, to: record.at });
        break;
      case 'healed':
        Object.assign(faults.get(record.fault) ?? {}, { to: record.at });
        break;
      case 'revoked':
        evidence.revoked.set(record.session, record.at);
        break;
      case 'knocked':
        evidence.knocks.push(record);
        break;
      case 'read':
        evidence.reads.push(record);
        break;
      case 'shown':
        evidence.shown.push(record);
        break;
      case 'counted':
        evidence.counted.push(record);
        break;
      case 'expires':
        evidence.expiries.set(record.row, record.when);
        break;
    }
  }
  return { ...evidence, acts: [...acts.values()], tabs: [...tabs.values()], faults: [...faults.values()] };
}

/** The store's name of a stream as a tab knows it. */
export function streamOf(tab: TabTrace, name: 'public' | 'me'): string {
  return name === 'public' ? 'public' : `user:${tab.sub}`;
}
