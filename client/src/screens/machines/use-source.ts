import { useSyncExternalStore } from 'react';
import type { Recorded } from './record.ts';
import type { Opened } from './use-opened.ts';
import type { SandboxUse } from './try/use-sandbox.ts';

/** Which record is on the page: of a copy that somebody tries, of a file, or of what happens now. */
export function useSource(
  live: Recorded,
  opened: Opened | null,
  tried: SandboxUse | null,
): [of: unknown, recorded: Recorded] {
  const { subscribe, getSnapshot } = tried?.sandbox.record ?? NO_RECORD;
  const ofCopy = useSyncExternalStore(subscribe, getSnapshot);
  if (tried) return [tried.sandbox, ofCopy];
  return [opened, opened?.recorded ?? live];
}

const NOTHING: Recorded = { entries: [], actors: new Map() };
const NO_RECORD = { subscribe: () => () => undefined, getSnapshot: () => NOTHING };
