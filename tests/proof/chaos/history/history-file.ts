import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type {
  HistoryRecord,
  StoreDump,
  UntimedRecord,
} from '../../../../client/devtools/simulation/checker/records.ts';

/** The history of a run, kept in memory for the checker and written line by line to a file. */
export interface HistoryFile extends AsyncDisposable {
  record(record: UntimedRecord): void;
  /** Milliseconds since the start of the run. */
  now(): number;
  records(): readonly HistoryRecord[];
  /** The last line: the content of the store. */
  close(dump: StoreDump): Promise<void>;
}

export function createHistory(path: string): HistoryFile {
  const file = createWriteStream(path);
  const records: HistoryRecord[] = [];
  const began = performance.now();
  const now = () => Math.round((performance.now() - began) * 10) / 10;

  async function end(): Promise<void> {
    if (file.closed) return;
    file.end();
    await once(file, 'close');
  }

  return {
    now,
    records: () => records,
    record(record) {
      const stamped: HistoryRecord = { at: now(), ...record };
      records.push(stamped);
      // A run that failed may have tabs that close after its end.
      if (file.writableEnded) return;
      file.write(`${JSON.stringify(stamped)}\n`);
    },
    async close(dump) {
      file.write(`${JSON.stringify({ type: 'store', ...dump })}\n`);
      await end();
    },
    [Symbol.asyncDispose]: end,
  };
}
