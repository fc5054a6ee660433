import type { QueryClient } from '@tanstack/react-query';
import type { TokenSource } from '../api/http-client.ts';
import { LOAD_RETRY_MS } from '../lazy/lazy-value.ts';
import type { Viewer } from '../cache/cache-reducer.ts';
import type { HttpSync } from './connection/http-sync.ts';
import { createLeaderTasks, type LeaderTasks } from './tabs/leader-tasks.ts';
import { IDLE, type ConnectionState } from './connection/connection-state.ts';
import type { ServerClock } from '../clock/server-clock.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { ConnectionActor } from './tabs/connection-actor.ts';
import type { Tab, TabEnvironment } from './tabs/start-tab.ts';
import type { PresenceNote, EphemeralEvent } from './stream/wire-event.ts';

export interface RealtimeClientParts {
  origin: string;
  tokens: TokenSource;
  /** Ends the session here, because the server has ended it. */
  onSessionEnded: () => void;
  clock: ServerClock;
  client: QueryClient;
  sync: HttpSync;
  environment: TabEnvironment | null;
  /** What the connection waits for: the first screen has neither its code nor its beginning beside it. */
  firstContent: Promise<void>;
}

/** Everything that keeps a signed-in tab up to date; all tabs of a person share one connection. */
export interface RealtimeClient {
  /** Follows the streams as this person until `stop`. */
  start(viewer: () => Viewer): void;
  stop(): void;
  /** Follows the public stream as a visitor, by plain questions. @returns how to end it */
  watchPublicStream: () => () => void;
  /** A token was renewed by somebody else: the living socket gets it too. */
  updateToken(token: string | null): void;
  /** Asks whether the connection still lives. */
  checkAlive: () => void;
  /** Tells the members of a conversation that this person is typing, or has it on screen. */
  sendNote(note: PresenceNote, group: string): void;
  /** Has work done by whichever tab leads, and by that one only. */
  addLeaderTask: LeaderTasks['add'];
  /** How the connection is. */
  connectionState: Signal<ConnectionState>;
  /** The number of the last public event that was taken in; null before any. */
  publicSeq: Signal<number | null>;
  /** The last word about somebody typing or being there. */
  ephemeralEvents: Signal<EphemeralEvent | null>;
}

export function createRealtimeClient(parts: RealtimeClientParts): RealtimeClient {
  const line = createSignal<ConnectionState>(IDLE);
  const caughtUp = createSignal<number | null>(null);
  const whispers = createSignal<EphemeralEvent | null>(null);
  const leaderTasks = createLeaderTasks();
  let tab: Tab | null = null;
  let connectionActor: ConnectionActor | null = null;
  let current: AbortController | null = null;

  /** Visitors never need this code, so it is loaded for those who are signed in. */
  async function run(viewer: () => Viewer, signal: AbortSignal): Promise<void> {
    const isCurrent = () => !signal.aborted;
    if (line.getSnapshot() === IDLE) line.set({ status: 'connecting', proved: false });
    try {
      const { startConnectionActor, startTab } = await import('./tabs/start-tab.ts');
      if (!isCurrent()) return;
      connectionActor ??= startConnectionActor(line);
      tab = startTab({
        ...parts,
        onConnectionEvent: connectionActor.sendEvent,
        connectionEventsSoFar: connectionActor.eventsSoFar,
        viewer,
        publishEphemeral: whispers.set,
        onPublicSeq: caughtUp.set,
        startLeaderTasks: leaderTasks.startAll,
      });
    } catch {
      if (!isCurrent()) return;
      line.set({ status: 'reconnecting', proved: false });
      await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_MS));
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
      if (connectionActor) connectionActor.sendEvent({ type: 'STOP' });
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
    ...{
      connectionState: line,
      publicSeq: caughtUp,
      ephemeralEvents: whispers,
      addLeaderTask: leaderTasks.add,
    },
    watchPublicStream() {
      const stopController = new AbortController();
      void import('./stream/follow-public-stream.ts')
        .then(({ followPublicStream }) => followPublicStream(parts, stopController.signal))
        // Its code did not come: the page stays as it is until it is loaded again.
        .catch(() => undefined);
      return () => stopController.abort();
    },
    updateToken: (token) => tab?.updateToken(token),
    checkAlive: () => tab?.checkAlive(),
    sendNote: (note, group) => tab?.sendNote(note, group),
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
