import { useState } from 'react';
import { charts } from 'virtual:charts';
import { parseTrace } from '../inspect/parse-trace.ts';
import { replayTrace } from '../inspect/replay-trace.ts';
import { reduceActors } from './reduce-actors.ts';
import type { RecordSnapshot } from './record.ts';

/** A trace from a file. */
export interface OpenedTrace {
  name: string;
  recorded: RecordSnapshot;
  /** What became of playing it again. */
  verdict: string;
}

/** The record of a file in the place of what happens now. */
export function useOpenedTrace() {
  const [opened, setOpened] = useState<OpenedTrace | null>(null);
  return {
    opened,
    close: () => setOpened(null),
    /** @throws Error saying in words why the file is none, which changes nothing */
    open: async (file: File) => setOpened(await readTraceFile(file)),
  };
}

async function readTraceFile(file: File): Promise<OpenedTrace> {
  const { entries } = parseTrace(await file.text());
  const recorded = { entries, actors: reduceActors(entries) };
  return { name: file.name, recorded, verdict: describeReplay(entries) };
}

function describeReplay(entries: RecordSnapshot['entries']): string {
  const { events, differences } = replayTrace(
    entries,
    charts.map(({ chart }) => chart),
  );
  const played = events === 1 ? '1 event played again' : `${events} events played again`;
  const [first] = differences;
  if (!first) return `${played}: the same states.`;
  return `${played}: ${differences.length} differ. First, ${first.entry.actor}: ${first.what}.`;
}
