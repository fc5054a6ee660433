import { useEffect, useEffectEvent, useState } from 'react';
import { charts } from 'virtual:charts';
import { parseTrace } from '../inspect/parse-trace.ts';
import { replayTrace } from '../inspect/replay-trace.ts';
import type { RecordSnapshot } from './record.ts';
import { reduceActors } from './reduce-actors.ts';

/** A trace that was read from a file. */
export interface OpenedTrace {
  name: string;
  recorded: RecordSnapshot;
  /** The result of its replay, as a sentence. */
  verdict: string;
}

/** The trace that is shown instead of the live recording. */
export function useOpenedTrace() {
  const [opened, setOpened] = useState<OpenedTrace | null>(null);
  return {
    opened,
    close: () => setOpened(null),
    /** @throws Error with a message for the user when the file is no trace; the shown recording stays */
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
  const played = events === 1 ? '1 event replayed' : `${events} events replayed`;
  const [first] = differences;
  if (!first) return `${played}, with the same states.`;
  return `${played}: ${differences.length} differ. First, ${first.entry.actor}: ${first.what}.`;
}

/** Receives a file that is dropped anywhere on the page. @returns whether one is dragged over it */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const acceptFile = useEffectEvent(onFile);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const onOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser would navigate to the file.
      event.preventDefault();
      setOver(true);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      acceptFile(file);
    };
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    return () => ending.abort();
  }, []);
  return isOver;
}
