import { useState } from 'react';
import { charts } from 'virtual:charts';
import { parseTrace } from '../../inspect/parse-trace.ts';
import { replay } from '../../inspect/replay.ts';
import { actorsAt } from './actors-at.ts';
import type { Recorded } from './record.ts';

/** A trace from a file. */
export interface Opened {
  name: string;
  recorded: Recorded;
  /** What became of playing it again. */
  verdict: string;
}

/** The record of a file in the place of what happens now. */
export function useOpened() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return {
    opened,
    close: () => setOpened(null),
    /** @throws Error saying in words why the file is none, which changes nothing */
    open: async (file: File) => setOpened(await read(file)),
  };
}

async function read(file: File): Promise<Opened> {
  const { entries } = parseTrace(await file.text());
  const recorded = { entries, actors: actorsAt(entries) };
  return { name: file.name, recorded, verdict: verdictOn(entries) };
}

function verdictOn(entries: Recorded['entries']): string {
  const { events, differences } = replay(
    entries,
    charts.map(({ chart }) => chart),
  );
  const played = events === 1 ? '1 event played again' : `${events} events played again`;
  const [first] = differences;
  if (!first) return `${played}: the same states.`;
  return `${played}: ${differences.length} differ. First, ${first.entry.actor}: ${first.what}.`;
}
