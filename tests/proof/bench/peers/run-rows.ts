import type { StartedPeerEnvironment } from './peer-environment.ts';
import type { PeerRow } from './peer-row.ts';

const REPETITIONS = 3;

/** The figures of one repetition; without a peer, `verdict` is ours. */
export interface RowRun {
  ours: number;
  peer?: number;
  verdict: number;
}

export interface RowResult {
  row: PeerRow;
  /** Sorted by their verdict, lowest first. */
  runs: RowRun[];
  median: RowRun;
}

/** Measures all rows, then all of them again: a slow minute of the machine then is in one repetition of each, not in all of one. */
export async function runRows(
  rows: readonly PeerRow[],
  environment: StartedPeerEnvironment,
  note: (text: string) => void,
): Promise<RowResult[]> {
  const runs = new Map<PeerRow, RowRun[]>(rows.map((row) => [row, []]));
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    environment.startRepetition();
    for (const row of rows) {
      const run = await runRow(row, environment, repetition % 2 === 1);
      runs.get(row)?.push(run);
      note(`${String(repetition + 1)}/${String(REPETITIONS)}  ${row.name}: ${run.verdict.toPrecision(3)}`);
    }
  }
  return rows.map((row) => summarise(row, runs.get(row) ?? []));
}

async function runRow(
  row: PeerRow,
  environment: StartedPeerEnvironment,
  peerFirst: boolean,
): Promise<RowRun> {
  if (!row.peer) {
    const ours = await row.measure(environment);
    return { ours, verdict: ours };
  }
  const before = peerFirst ? await row.peer.measure(environment) : undefined;
  const ours = await row.measure(environment);
  const peer = before ?? (await row.peer.measure(environment));
  return { ours, peer, verdict: ours / peer };
}

function summarise(row: PeerRow, runs: RowRun[]): RowResult {
  const sorted = runs.toSorted((a, b) => a.verdict - b.verdict);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) throw new Error(`${row.name} was not measured`);
  return { row, runs: sorted, median };
}
