import type { LaneEntry } from '../../page/lanes/lane-entry.ts';
import type { BrokenPromise } from '../../page/simulate/simulation-messages.ts';
import type { HistoryRecord } from '../checker/records.ts';
import type { ScheduleWatch } from '../schedule/run-schedule.ts';
import type { Stage } from '../schedule/stage.ts';
import type { Host, WorldEvent } from '../world/host.ts';
import { createInterventions, type Interventions } from './interventions.ts';
import { createLaneStates, type LaneStates } from './lane-states.ts';

export interface WatchedSchedule extends ScheduleWatch {
  /** What happened since the last call. */
  takeEntries(): LaneEntry[];
  /** Null before the schedule begins. */
  interventions(): Interventions | null;
  now(): number;
  events(): number;
  broken(): readonly BrokenPromise[];
}

export interface WatchOptions {
  /** Called with what an event has caused; the schedule waits for the promise. */
  pace: (entries: readonly LaneEntry[]) => Promise<void> | undefined;
}

/** Turns a schedule into entries for the lanes of a page. */
export function watchSchedule({ pace }: WatchOptions): WatchedSchedule {
  let stage: Stage | null = null;
  let lanes: LaneStates | null = null;
  let interventions: Interventions | null = null;
  let entries: LaneEntry[] = [];
  let recorded = 0;
  let broken: readonly BrokenPromise[] = [];
  let lane = '';
  const faultNames = new Map<number, string>();

  function takeRecords({ history }: Stage): LaneEntry[] {
    const records = history.records().slice(recorded);
    recorded += records.length;
    for (const record of records)
      if (record.type === 'fault-began') faultNames.set(record.fault, record.name);
    return records.flatMap((record) => describeRecord(record, { lane, faultNames }));
  }

  return {
    begin(given, actOnce) {
      stage = given;
      lanes = createLaneStates(given);
      interventions = createInterventions(given, { lanes, actOnce });
    },
    afterEvent(event) {
      if (!stage || !lanes) return undefined;
      interventions?.endOverdue();
      const from = senderOf(event, stage.storeHost);
      lane = from === null ? laneOf(event, stage.storeHost) : event.host.name;
      const { label, sentAt } = event;
      const added: LaneEntry[] = [
        { kind: 'event', at: stage.world.now(), lane, label, from, sentAt },
        ...takeRecords(stage),
        ...lanes.collect(event.host),
      ];
      entries.push(...added);
      return pace(added);
    },
    onLost({ from, to, at, label }) {
      entries.push({ kind: 'lost', at, from: from.name, lane: to.name, label });
    },
    faultsUntil: () => interventions?.until() ?? 0,
    end(violations) {
      if (stage) entries.push(...takeRecords(stage));
      const handles = new Map(stage?.browsers.map(({ person }) => [person.sub, person.handle]));
      const withHandles = (text: string) =>
        [...handles].reduce((result, [sub, handle]) => result.replaceAll(sub, handle), text);
      broken = violations.map(({ rule, what, at }) => ({ rule, what: withHandles(what), at }));
    },
    takeEntries() {
      const taken = entries;
      entries = [];
      return taken;
    },
    interventions: () => interventions,
    now: () => stage?.world.now() ?? 0,
    events: () => stage?.world.countEvents() ?? 0,
    broken: () => broken,
  };
}

const ANSWER = / (answers|fails|refuses)$/;

/** The lane that has sent a message. What the schedule itself decides is no message: its events are the store's. */
function senderOf({ host, from, label }: WorldEvent, store: Host): string | null {
  if (from === host || from.name === 'world') return null;
  if (from === store && !ANSWER.test(label)) return null;
  const isCall = from.name.startsWith('gateway') && !label.startsWith('answer ');
  return host === store && !isCall ? null : from.name;
}

/** What the schedule decides, such as that a person acts, is no work of the store. */
const laneOf = ({ host, label }: WorldEvent, store: Host) =>
  host === store && label !== 'purge' ? 'schedule' : host.name;

function describeRecord(
  record: HistoryRecord,
  { lane, faultNames }: { lane: string; faultNames: ReadonlyMap<number, string> },
): LaneEntry[] {
  const { at } = record;
  const noted = (lane: string, label: string): LaneEntry[] => [{ kind: 'record', at, lane, label }];
  switch (record.type) {
    case 'fault-began':
      return [{ kind: 'fault', at, fault: record.fault, name: record.name, isOver: false }];
    case 'fault-ended':
      return [
        { kind: 'fault', at, fault: record.fault, name: faultNames.get(record.fault) ?? '', isOver: true },
      ];
    case 'applied':
      return noted(record.tab, `applies ${record.stream} ${record.seq}, ${record.kind}`);
    case 'snapshot':
      return noted(record.tab, `restarts ${record.stream} at ${record.seq}`);
    case 'shown':
      return noted(record.tab, `shows ${record.rows.length} cruds at the end`);
    case 'invoked':
      return noted(lane, `operation begins: ${record.kind}`);
    case 'answered':
      return noted(
        lane,
        record.status === 0 ? 'operation has no answer' : `operation answered ${record.status}`,
      );
    default:
      return [];
  }
}
