import type { QueryClient } from '@tanstack/react-query';
import { createActor } from 'xstate';
import { introduce } from '../../inspect/living-actors.ts';
import type { TokenSource } from '../../api/http-client.ts';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';
import { tabLeadershipMachine } from '../../machines/tab-leadership.machine.ts';
import type { Viewer } from '../effect.ts';
import { syncOne, type HttpSync } from '../http-sync.ts';
import { createCacheNews } from '../page-cache.ts';
import type { ServerClock } from '../server-clock.ts';
import { createTabFeed } from '../tab-feed.ts';
import { createTokenRenewal } from '../token-renewal.ts';
import { onWake } from '../wake-signals.ts';
import type { ScreenNote, Whisper, WireFact } from '../wire-fact.ts';
import { createLeaderQuestions } from './ask-leader.ts';
import { createLeading, type Leading } from './leading.ts';
import { leaderLock, type Locks } from './leader-lock.ts';
import { createTabChannel, type ChannelPort } from './tab-channel.ts';
import { tabsName, type FromLeader } from './tab-message.ts';

/** What tabs of a browser have in common; null where the browser does not lend it, as on pages that are not secure. */
export interface TabSurroundings {
  locks: Locks;
  openChannel(name: string): ChannelPort;
}

export interface TabParts {
  origin: string;
  tokens: TokenSource;
  ended: () => void;
  clock: ServerClock;
  client: QueryClient;
  sync: HttpSync;
  viewer: () => Viewer;
  surroundings: TabSurroundings | null;
  /** What the connection waits for. */
  firstContent: Promise<void>;
  line: (event: ConnectionEvent) => void;
  /** The events that bring another tab's view of the connection to where ours is. */
  lineSoFar: () => ConnectionEvent[];
  whisper: (whisper: Whisper) => void;
  moved: (seq: number | null) => void;
  /** Begins what only the leading tab does. @returns how to end it */
  lead: () => () => void;
}

/** One tab among a person's tabs, from its sign-in to its end. */
export interface Tab {
  tokenSeen(token: string | null): void;
  note(note: ScreenNote, group: string): void;
  wake(): void;
  stop(): void;
}

export { startConnection } from './connection.ts';

const ALONE: ChannelPort = { post: () => undefined, listen: () => undefined, close: () => undefined };

export function startTab(parts: TabParts): Tab {
  const { client, tokens, viewer, surroundings } = parts;
  const name = tabsName(viewer().cognito_id);
  const over = new AbortController();
  const cache = createCacheNews(client, viewer);
  let leading: Leading | null = null;

  const feed = createTabFeed({
    ...parts,
    news: cache.news,
    async sync(stream, after) {
      if (leading) return leading.sync(stream, after);
      return (await questions.ask(stream, after)) ?? syncOne(parts.sync, stream, after);
    },
  });
  const channel = createTabChannel({
    port: surroundings?.openChannel(name) ?? ALONE,
    now: Date.now,
    heard,
    asked: (word) => leading?.asked(word),
    superseded: () => leadership.send({ type: 'SUPERSEDED' }),
  });
  const questions = createLeaderQuestions(channel.say, () => crypto.randomUUID());
  const renewal = createTokenRenewal({ ...parts, changed: () => channel.say({ kind: 'renewed' }) });

  function heard(word: FromLeader): void {
    leadership.send({ type: 'HEARD' });
    if (word.kind === 'facts') for (const fact of word.facts) feed.hear(fact, false);
    if (word.kind === 'answer') questions.heard(word);
  }

  function tell(fact: WireFact): void {
    feed.hear(fact, true);
    channel.tell({ kind: 'facts', facts: [fact] });
  }

  async function token(): Promise<string | null> {
    const current = await tokens.accessToken();
    renewal.seen(current);
    return current;
  }

  const leadership = createActor(
    tabLeadershipMachine.provide({
      actors: { lock: leaderLock(surroundings?.locks, name) },
      actions: {
        ask: () => channel.say({ kind: 'ping' }),
        lead() {
          channel.lead();
          const line = { ...parts, token, freshToken: () => tokens.refresh(true), cursors: feed.cursors };
          leading = createLeading({ ...line, ask: feed.ask, tell, feed, channel });
        },
        resign() {
          leading?.stop();
          leading = null;
          channel.resign();
        },
      },
    }),
    { input: { visible: document.visibilityState === 'visible' } },
  );

  document.addEventListener(
    'visibilitychange',
    () => leadership.send({ type: document.visibilityState === 'visible' ? 'SHOWN' : 'HIDDEN' }),
    { signal: over.signal },
  );
  /** Whether tab or connection slept: both are asked. */
  const wake = () => {
    channel.say({ kind: 'wake' });
    if (!leading) feed.ask().catch(() => undefined);
  };
  onWake(wake, over.signal);
  // Only a hint, so that the connection is asked: it may be another network that went.
  window.addEventListener('offline', wake, { signal: over.signal });
  parts.line({ type: 'START' });
  leadership.start();
  introduce(leadership);
  leadership.send({ type: 'JOIN' });
  channel.say({ kind: 'hello' });
  void token();

  return {
    wake,
    tokenSeen: (seen) => renewal.seen(seen),
    note: (note, group) => channel.say({ kind: 'note', note, group }),
    stop() {
      over.abort();
      leadership.send({ type: 'LEAVE' });
      leadership.stop();
      channel.close();
      renewal.stop();
      feed.stop();
      cache.stop();
    },
  };
}
