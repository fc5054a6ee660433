import { useState, useSyncExternalStore } from 'react';
import type { RecordSnapshot } from './record.ts';
import type { SandboxUse } from './try/use-sandbox.ts';
import type { OpenedTrace } from './use-opened-trace.ts';

/** The shown recording and the position in it. */
export interface RecordPosition {
  /** Identifies the recording: a sandbox, an opened trace, or null for the live one. */
  source: unknown;
  recorded: RecordSnapshot;
  /** The number of entries before the position; null is the end. */
  position: number | null;
  moveTo: (position: number | null) => void;
}

/**
 * Chooses the recording to show: of the sandbox, of an opened trace, or the live one. While a position is chosen, the
 * recording is frozen and does not grow. Another recording starts without a position.
 */
export function useShownRecord(
  live: RecordSnapshot,
  opened: OpenedTrace | null,
  sandboxUse: SandboxUse | null,
): RecordPosition {
  const { subscribe, getSnapshot } = sandboxUse?.sandbox.record ?? EMPTY_RECORD;
  const sandboxRecord = useSyncExternalStore(subscribe, getSnapshot);
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  const source = sandboxUse?.sandbox ?? opened;
  const current = frozen?.source === source ? frozen : null;
  const latest = sandboxUse ? sandboxRecord : (opened?.recorded ?? live);
  const recorded = current?.recorded ?? latest;
  return {
    source,
    recorded,
    position: current?.position ?? null,
    moveTo: (position) => setFrozen(position === null ? null : { source, recorded, position }),
  };
}

interface Frozen {
  source: unknown;
  recorded: RecordSnapshot;
  position: number;
}

const EMPTY_SNAPSHOT: RecordSnapshot = { entries: [], actors: new Map() };
const EMPTY_RECORD = { subscribe: () => () => undefined, getSnapshot: () => EMPTY_SNAPSHOT };
