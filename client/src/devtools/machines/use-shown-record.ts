import { useSyncExternalStore } from 'react';
import type { RecordSnapshot } from './record.ts';
import type { OpenedTrace } from './use-opened-trace.ts';
import type { SandboxUse } from './try/use-sandbox.ts';

/** Which record is on the page: of a copy that somebody tries, of a file, or of what happens now. */
export function useShownRecord(
  live: RecordSnapshot,
  opened: OpenedTrace | null,
  tried: SandboxUse | null,
): [of: unknown, recorded: RecordSnapshot] {
  const { subscribe, getSnapshot } = tried?.sandbox.record ?? EMPTY_RECORD;
  const ofCopy = useSyncExternalStore(subscribe, getSnapshot);
  if (tried) return [tried.sandbox, ofCopy];
  return [opened, opened?.recorded ?? live];
}

const EMPTY_SNAPSHOT: RecordSnapshot = { entries: [], actors: new Map() };
const EMPTY_RECORD = { subscribe: () => () => undefined, getSnapshot: () => EMPTY_SNAPSHOT };
