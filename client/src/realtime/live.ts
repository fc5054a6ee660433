import type { QueryClient } from '@tanstack/react-query';
import type { TokenSource } from '../api/http-client.ts';
import { LOAD_AGAIN_MS } from '../late.ts';
import type { Viewer } from './effect.ts';
import type { HttpSync } from './http-sync.ts';
import { createLeaderWork, type LeaderWork } from './leader-work.ts';
import { IDLE, type LineState } from './line-state.ts';
import type { ServerClock } from './server-clock.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { Connection } from './tabs/connection.ts';
import type { Tab, TabSurroundings } from './tabs/start-tab.ts';
import type { ScreenNote, Whisper } from './wire-fact.ts';

export interface LiveParts {
  origin: string;
  tokens: TokenSource;
  /** Ends the session here, because the server has ended it. */
  ended: () => void;
  clock: ServerClock;
  client: QueryClient;
  sync: HttpSync;
  surroundings: TabSurroundings | null;
  /** What the connection waits for: the first screen has neither its code nor its beginning beside it. */
  firstContent: Promise<void>;
}

/** Everything that keeps a signed-in tab up to date; all tabs of a person share one connection. */
export interface Live {
  /** Follows the streams as this person until `stop`. */
  start(viewer: () => Viewer): void;
  stop(): void;
  /** Follows the public stream as a visitor, by plain questions. @returns how to end it */
  watch: () => () => void;
  /** A token was renewed by somebody else: the living socket gets it too. */
  tokenSeen(token: string | null): void;
  /** Asks whether the connection still lives. */
  wake: () => void;
  /** Tells the members of a conversation that this person is typing, or has it on screen. */
  note(note: ScreenNote, group: string): void;
  /** Has work done by whichever tab leads, and by that one only. */
  onLead: LeaderWork['add'];
  /** How the connection is. */
  line: Signal<LineState>;
  /** The number of the last public event that was taken in; null before any. */
  caughtUp: Signal<number | null>;
  /** The last word about somebody typing or being there. */
  whispers: Signal<Whisper | null>;
}

export function createLive(parts: LiveParts): Live {
  const line = createSignal<LineState>(IDLE);
  const caughtUp = createSignal<number | null>(null);
  const whispers = createSignal<Whisper | null>(null);
  const work = createLeaderWork();
  let tab: Tab | null = null;
  let connection: Connection | null = null;
  let current: AbortController | null = null;

  /** Visitors never need this code, so it is loaded for those who are signed in. */
  async function run(viewer: () => Viewer, signal: AbortSignal): Promise<void> {
    const isCurrent = () => !signal.aborted;
    if (line.getSnapshot() === IDLE) line.set({ status: 'connecting', proved: false });
    try {
      const { startConnection, startTab } = await import('./tabs/start-tab.ts');
      if (!isCurrent()) return;
      connection ??= startConnection(line);
      tab = startTab({
        ...parts,
        line: connection.tell,
        lineSoFar: connection.soFar,
        viewer,
        whisper: whispers.set,
        moved: caughtUp.set,
        lead: work.begin,
      });
    } catch {
      if (!isCurrent()) return;
      line.set({ status: 'reconnecting', proved: false });
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
      if (isCurrent()) await run(viewer, signal);
    }
  }

  /** A page in the browser's cache for going back holds nothing; back in view it is a tab that has just come. */
  function begin(viewer: () => Viewer, signal: AbortSignal): void {
    let shown = new AbortController();
    const show = () => {
      shown = new AbortController();
      void run(viewer, shown.signal);
    };
    const hide = () => {
      shown.abort();
      tab?.stop();
      tab = null;
      if (connection) connection.tell({ type: 'STOP' });
      else line.set(IDLE);
    };
    window.addEventListener('pagehide', hide, { signal });
    const showAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) show();
    };
    window.addEventListener('pageshow', showAgain, { signal });
    signal.addEventListener('abort', hide, { once: true });
    show();
  }

  return {
    ...{ line, caughtUp, whispers, onLead: work.add },
    watch() {
      const over = new AbortController();
      void import('./visitor-news.ts')
        .then(({ followAsVisitor }) => followAsVisitor(parts, over.signal))
        // Its code did not come: the page stays as it is until it is loaded again.
        .catch(() => undefined);
      return () => over.abort();
    },
    tokenSeen: (token) => tab?.tokenSeen(token),
    wake: () => tab?.wake(),
    note: (note, group) => tab?.note(note, group),
    start(viewer) {
      if (current) return;
      current = new AbortController();
      begin(viewer, current.signal);
    },
    stop() {
      current?.abort();
      current = null;
      caughtUp.set(null);
    },
  };
}
