import type { TraceEntry } from '../inspect/trace.ts';
import { entryOutcome, entryTitle } from './format-entry.ts';

/** The conditions for an entry to be in the log. */
export interface LogFilter {
  /** Words that an entry has to contain, each in its event, actor, states or payload. */
  text: string;
  /** The key of an actor: only it and the actors that it invoked; null for all. */
  actor: string | null;
  /** Only entries of this kind; null for all except heartbeats. */
  kind: TraceEntry['kind'] | 'all' | null;
}

/** Events that repeat each second or more often in normal operation, by machine. */
const HEARTBEATS = new Map([['tab-leadership', ['HEARD', 'after trusted', 'SUSPECT']]]);
/** Each call of this page checks the session, which is a heartbeat unless a renewal is due. */
const HEARTBEATS_IF_IGNORED = new Map([['session', ['CHECK']]]);

export const NO_FILTER: LogFilter = { text: '', actor: null, kind: null };

export function filterLog(entries: readonly TraceEntry[], { text, actor, kind }: LogFilter): TraceEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (kind === null ? isHeartbeat(entry) : kind !== 'all' && entry.kind !== kind) return false;
    const name = `${entry.tab} ${entry.actor}`;
    if (actor !== null && name !== actor && !name.startsWith(`${actor}/`)) return false;
    if (words.length === 0) return true;
    const entryText = searchableText(entry);
    return words.every((word) => entryText.includes(word));
  });
}

export function isHeartbeat(entry: TraceEntry): boolean {
  if (entry.kind !== 'event' && entry.kind !== 'command') return false;
  const [machine] = entry.actor.split(/-\d+(?:\/|$)/);
  const isIgnored = entry.kind === 'event' && entry.taken.length === 0;
  const isIn = (events: typeof HEARTBEATS) => events.get(machine ?? '')?.includes(entry.event) ?? false;
  return isIn(HEARTBEATS) || (isIgnored && isIn(HEARTBEATS_IF_IGNORED));
}

function searchableText(entry: TraceEntry): string {
  const payload = entry.kind === 'event' ? Object.entries(entry.payload).flat() : [];
  return [entry.actor, entryTitle(entry), entryOutcome(entry), ...payload].join(' ').toLowerCase();
}
