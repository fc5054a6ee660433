import type { QueryClient } from '@tanstack/react-query';
import type { AvatarVersions } from '../base/http/avatar-versions.ts';
import type { TokenSource } from '../base/http/http-client.ts';
import { delay, type Runtime } from '../base/runtime/runtime.ts';
import { LOAD_RETRY_MS } from '../base/lazy/lazy-component.tsx';
import type { RealtimeChunks } from './realtime-chunks.ts';
import type { Viewer } from './cache/cache-reducer.ts';
import type { HttpSync } from './connection/http-sync.ts';
import type { ServerClock } from '../base/clock/server-clock.ts';
import { createSignal, type Signal } from '../base/signal.ts';
import type { ConnectionState } from './connection/connection.machine.ts';
import type { OutageNotice } from './tabs/outage-notice.ts';
import type { Tab, TabEnvironment } from './tabs/start-tab.ts';
import type { EphemeralEvent } from './connection/wire-event.ts';

interface RealtimeClientParts {
  /** Origin of the gateway. */
  origin: string;
  runtime: Runtime;
  chunks: RealtimeChunks;
  avatarVersions: AvatarVersions;
  tokens: TokenSource;
  /** The server has ended the session. */
  onSessionEnded: () => void;
  clock: ServerClock;
  client: QueryClient;
  sync: HttpSync;
  environment: TabEnvironment | null;
  /** The connection waits for it, so that its code and handshake do not delay the first screen. */
  firstContent: Promise<void>;
}

/** Keeps a signed-in tab up to date; all tabs of a user share one connection. */
export interface RealtimeClient {
  /** Follows the user's streams until `stop`. */
  start(viewer: () => Viewer): void;
  stop(): void;
  /** Follows the public stream as a visitor, by polling. @returns stops it */
  watchPublicStream: () => () => void;
  /** Sends a renewed token to the open socket. */
  updateToken(token: string | null): void;
  /** Checks whether the connection is still alive. */
  checkAlive: () => void;
  /** Sends to the members of a conversation that the viewer is typing, or has it on screen. */
  sendEphemeral(event: EphemeralEvent['kind'], group: string): void;
  /** Adds a task that runs only in the leader tab. */
  addLeaderTask: LeaderTasks['add'];
  connectionState: Signal<ConnectionState>;
  outageNotice: Signal<OutageNotice>;
  /** The sequence number of the last applied public event; null before the first. */
  publicSeq: Signal<number | null>;
  /** The last typing or presence event. */
  ephemeralEvents: Signal<EphemeralEvent | null>;
}

/** The state before `start`. */
export const IDLE: ConnectionState = { status: 'idle', proved: false };

export function createRealtimeClient(parts: RealtimeClientParts): RealtimeClient {
  const { chunks } = parts;
  const { timers, page } = parts.runtime;
  const connectionState = createSignal<ConnectionState>(IDLE);
  const outageNotice = createSignal<OutageNotice>('none');
  const publicSeq = createSignal<number | null>(null);
  const ephemeralEvents = createSignal<EphemeralEvent | null>(null);
  const leaderTasks = createLeaderTasks();
  let tab: Tab | null = null;
  let isWatchingOutages = false;
  let current: AbortController | null = null;

  /** Visitors never need the tab's code, so it is a lazy chunk. */
  async function runTab(viewer: () => Viewer, stopped: AbortSignal): Promise<void> {
    const isCurrent = () => !stopped.aborted;
    if (connectionState.getSnapshot() === IDLE) connectionState.set({ status: 'connecting', proved: false });
    try {
      const { startBrowserTab, watchOutages } = await chunks.tab();
      if (!isCurrent()) return;
      if (!isWatchingOutages) watchOutages(connectionState, outageNotice, parts.runtime);
      isWatchingOutages = true;
      tab = startBrowserTab({
        ...parts,
        onConnectionState: connectionState.set,
        viewer,
        publishEphemeral: ephemeralEvents.set,
        onPublicSeq: publicSeq.set,
        startLeaderTasks: leaderTasks.startAll,
      });
    } catch {
      if (!isCurrent()) return;
      connectionState.set({ status: 'reconnecting', proved: false });
      await delay(timers, LOAD_RETRY_MS);
      if (isCurrent()) await runTab(viewer, stopped);
    }
  }

  /** A page in the back-forward cache must hold no connection; shown again, it starts as a new tab. */
  function runWhileShown(viewer: () => Viewer, stopped: AbortSignal): void {
    let shown = new AbortController();
    const show = () => {
      shown = new AbortController();
      void runTab(viewer, shown.signal);
    };
    const hide = () => {
      shown.abort();
      tab?.stop();
      tab = null;
      connectionState.set(IDLE);
    };
    page.on('pagehide', hide, stopped);
    page.on(
      'pageshow',
      ({ persisted }) => {
        if (persisted) show();
      },
      stopped,
    );
    stopped.addEventListener('abort', hide, { once: true });
    show();
  }

  return {
    connectionState,
    outageNotice,
    publicSeq,
    ephemeralEvents,
    addLeaderTask: leaderTasks.add,
    watchPublicStream() {
      const stopController = new AbortController();
      void chunks
        .publicStream()
        .then(({ followPublicStream }) => followPublicStream(parts, stopController.signal))
        // Without the chunk the page stays as it is until it is reloaded.
        .catch(() => undefined);
      return () => stopController.abort();
    },
    updateToken: (token) => tab?.updateToken(token),
    checkAlive: () => tab?.checkAlive(),
    sendEphemeral: (event, group) => tab?.sendEphemeral(event, group),
    start(viewer) {
      if (current) return;
      current = new AbortController();
      runWhileShown(viewer, current.signal);
    },
    stop() {
      current?.abort();
      current = null;
      publicSeq.set(null);
    },
  };
}

/** Starts a task. @returns stops it */
type LeaderTask = () => () => void;

/** Tasks that run only in the leader tab. Added tasks start when the tab becomes the leader, or at once if it is. */
interface LeaderTasks {
  /** @returns removes the task, and stops it if it runs */
  add: (task: LeaderTask) => () => void;
  /** Called when this tab becomes the leader. @returns stops all tasks */
  startAll: () => () => void;
}

export function createLeaderTasks(): LeaderTasks {
  /** The stop function of each task, null while it does not run. */
  const tasks = new Map<LeaderTask, (() => void) | null>();
  let isLeading = false;

  function stopTask(task: LeaderTask): void {
    tasks.get(task)?.();
    if (tasks.has(task)) tasks.set(task, null);
  }

  return {
    add(task) {
      tasks.set(task, isLeading ? task() : null);
      return () => {
        stopTask(task);
        tasks.delete(task);
      };
    },
    startAll() {
      isLeading = true;
      for (const task of tasks.keys()) tasks.set(task, task());
      return () => {
        isLeading = false;
        for (const task of tasks.keys()) stopTask(task);
      };
    },
  };
}
