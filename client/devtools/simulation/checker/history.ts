import type { HistoryRecord, UntimedRecord } from './records.ts';
import type { World } from '../world/world.ts';

export type RecordToHistory = (record: UntimedRecord) => void;

/** The history of a schedule for the checker; every record is part of the world's hash. */
export interface History {
  record: RecordToHistory;
  records(): readonly HistoryRecord[];
}

export function createHistory(world: World): History {
  const records: HistoryRecord[] = [];
  return {
    records: () => records,
    record(record) {
      const at = Math.round(world.now() * 10) / 10;
      const stamped: HistoryRecord = { at, ...record };
      records.push(stamped);
      world.trace(JSON.stringify(stamped));
    },
  };
}
