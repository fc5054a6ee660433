import {
  formatCursor,
  parseCursor,
  type Activity,
  type Cursor,
  type StreamEvent,
  type SyncReply,
} from '@cruddur/shared';
import type { AnyPage } from '../../client/src/api/pages.ts';
import {
  createCacheUpdates,
  type CachedList,
  type CacheUpdates,
} from '../../client/src/cache/cache-updates.ts';
import { createServerClock } from '../../client/src/clock/server-clock.ts';
import { createTabStream } from '../../client/src/realtime/tabs/tab-stream.ts';
import type { EncodedPage } from '../../server/src/domain/activities/ports.ts';
import { StreamSubscriptions, type SubscribedSocket } from '../../server/src/gateway/stream-subscriptions.ts';
import { answerSync } from '../../server/src/streams/answer-sync.ts';
import type { StreamReaders } from '../../server/src/streams/stream-readers.ts';
import type { WireFrames } from '../../server/src/streams/wire-frames.ts';
import type { GatewayReplayParts } from './replay-gateway.ts';

interface EventFrame {
  is: 'Events';
  events: StreamEvent[];
}
export type WireFrame = EventFrame | { is: 'Head' | 'Ready' | 'Restart'; at: Cursor };

export interface PageState {
  at: Cursor;
  texts: string[];
}

/** One tab with its connection to a gateway. What is on its way arrives by a step. */
export interface ReplayTab {
  /** Called before each step of the model, in any part. */
  startStep(): void;
  connect(parts: GatewayReplayParts): void;
  disconnect(): void;
  isJoined(): boolean;
  wire(): readonly WireFrame[];
  sendHead(): void;
  receiveFrame(): void;
  loseFrame(): void;
  cursor(): Cursor | null;
  /** The events since the tab's start. */
  applied(): readonly Cursor[];
  /** The cursor of the `sync` in progress. */
  asked(): Cursor | null;
  reply(): SyncReply | null;
  answerSync(readers: StreamReaders): Promise<void>;
  receiveReply(): void;
  failSync(): void;
  fetchPage(page: EncodedPage): void;
  receivePage(): void;
  page(): PageState | null;
  fetched(): PageState | null;
}

const READER = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a02';
const silent = () => undefined;

interface PendingSync {
  after: string;
  reply: SyncReply | null;
  resolve: (reply: SyncReply) => void;
  reject: (error: Error) => void;
}

export function createReplayTab(now: Date): ReplayTab {
  let subscriptions: StreamSubscriptions | null = null;
  let wire: WireFrame[] = [];
  let frameOfStep: EventFrame | null = null;
  let pending: PendingSync | null = null;
  let applied: Cursor[] = [];
  let list: CachedList | null = null;
  let fetched: AnyPage | null = null;

  const updates = createCacheUpdates({
    viewer: () => ({ handle: 'bob', cognito_id: READER }),
    lists: () => (list ? [list] : []),
    replace(_id, pages) {
      // A list that is to be fetched again is none.
      if (list) list = { ...list, pages };
    },
    refetch: () => (list = null),
    refetchEverything: () => (list = fetched = null),
    refetchCounts: silent,
    recordEvent: silent,
    setCounts: silent,
  });
  const observed: CacheUpdates = {
    ...updates,
    applyEvent(item) {
      if (item.stream === 'public') applied.push({ seq: item.event.seq, tag: item.event.tag });
      updates.applyEvent(item);
    },
    onSnapshot(stream, at, why) {
      if (stream === 'public') applied = [];
      updates.onSnapshot(stream, at, why);
    },
  };
  const stream = createTabStream({
    cacheUpdates: observed,
    clock: createServerClock(() => now.getTime(), silent),
    onConnectionEvent: silent,
    publishEphemeral: silent,
    onPublicSeq: silent,
    sync: (_stream, after) =>
      new Promise((resolve, reject) => {
        pending = { after, reply: null, resolve, reject };
      }),
  });

  function takePending(): PendingSync {
    const taken = pending;
    pending = null;
    if (!taken) throw new Error('no sync is in progress');
    return taken;
  }

  function takeFrame(): WireFrame {
    const frame = wire.shift();
    if (!frame) throw new Error('no frame is on its way');
    return frame;
  }

  /** Events that one step sends are one frame of the model. */
  function addFrame(events: StreamEvent[]): void {
    if (frameOfStep && wire.at(-1) === frameOfStep) frameOfStep.events.push(...events);
    else wire.push((frameOfStep = { is: 'Events', events: [...events] }));
  }

  function addEvents(frames: WireFrames): void {
    for (const { packet } of frames.frames) {
      const [name, payload] = JSON.parse(packet.slice(1)) as [
        string,
        { stream: string; events: StreamEvent[] },
      ];
      if (name === 'events' && payload.stream === 'public') addFrame(payload.events);
    }
  }

  const ownHeads = { me: '0.0' };

  return {
    startStep() {
      frameOfStep = null;
    },
    connect(parts) {
      const socket = {
        data: { viewer: { sub: READER } },
        conn: { readyState: 'open', writeBuffer: [] },
        emit(_name: 'ready', { heads, mode }: { heads: { public: string }; mode: 'resume' | 'reset' }) {
          wire.push({ is: mode === 'reset' ? 'Restart' : 'Ready', at: toCursor(heads.public) });
        },
      };
      // The subscriptions use no more of a socket.
      const session = {
        socket,
        parts: { ...parts, random: () => 0 },
        recordEvent: silent,
        sendFrames: addEvents,
      } as unknown as SubscribedSocket;
      wire = [];
      subscriptions = new StreamSubscriptions(session);
      void subscriptions.start({ cursors: stream.cursors() });
    },
    disconnect() {
      subscriptions?.close();
      subscriptions = null;
      wire = [];
    },
    isJoined: () => subscriptions?.heads() != null,
    wire: () => wire,
    sendHead() {
      const heads = subscriptions?.heads();
      if (heads) wire.push({ is: 'Head', at: toCursor(heads.public) });
    },
    receiveFrame() {
      const frame = takeFrame();
      const at = now.toISOString();
      if (frame.is === 'Events')
        stream.handleWireEvent({ kind: 'events', stream: 'public', events: frame.events }, true);
      else {
        const heads = { public: formatCursor(frame.at), ...ownHeads };
        if (frame.is === 'Head') stream.handleWireEvent({ kind: 'head', heads, now: at }, true);
        else {
          const mode = frame.is === 'Restart' ? 'reset' : 'resume';
          stream.handleWireEvent({ kind: 'ready', heads, now: at, mode }, true);
        }
      }
    },
    loseFrame: () => void takeFrame(),
    cursor: () => parseCursor(stream.cursors().public ?? ''),
    applied: () => applied,
    asked: () => (pending ? parseCursor(pending.after) : null),
    reply: () => pending?.reply ?? null,
    async answerSync(readers) {
      if (!pending || !subscriptions) throw new Error('no sync can be answered');
      const { room } = subscriptions.subscriptionTo('public');
      pending.reply = await answerSync({ room, readers }, pending.after);
    },
    receiveReply() {
      const { reply, resolve } = takePending();
      if (reply) resolve(reply);
    },
    failSync: () => takePending().reject(new Error('no answer')),
    fetchPage({ encoded, cursors }) {
      const items = JSON.parse(Buffer.from(encoded).toString()) as Activity[];
      fetched = { head: null, items, next: null, asOf: cursors };
    },
    receivePage() {
      list = fetched && { id: 'home', kind: 'home', pages: [fetched] };
      fetched = null;
      if (list) observed.onListFetched(list);
    },
    page: () => toPageState(list?.pages[0] ?? null),
    fetched: () => toPageState(fetched),
  };
}

function toCursor(text: string): Cursor {
  const cursor = parseCursor(text);
  if (!cursor) throw new Error(`${text} is no cursor`);
  return cursor;
}

function toPageState(page: AnyPage | null): PageState | null {
  if (!page?.asOf?.public) return null;
  return { at: page.asOf.public, texts: page.items.map((item) => (item as Activity).message) };
}
