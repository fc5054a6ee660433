import { createActor } from 'xstate';
import {
  HEARTBEAT_VALID_MS,
  LEADER_TIMEOUT_MS,
  tabLeadershipMachine,
} from '../../client/src/machines/tab-leadership.machine.ts';
import { createLeaderLock } from '../../client/src/realtime/tabs/leader-lock.ts';
import {
  createTabChannel,
  tabGroupName,
  type LeaderMessage,
  type TabMessage,
} from '../../client/src/realtime/tabs/tab-channel.ts';
import { toActorClock } from '../../client/src/runtime/to-actor-clock.ts';
import { createManualRuntime } from '../unit/client/manual-runtime.ts';
import type { Variant } from './itf.ts';
import { createReplayLocks, type NoticeName, type ReplayLocks } from './replay-locks.ts';
import { settle, type Replay } from './replay-trace.ts';

interface ModelTab {
  open: boolean;
  notices: Variant<NoticeName>[];
  generation: number;
  inbox: Variant<'Claim' | 'Forward' | 'Outrun'>[];
  heard: number[];
}
/** A state of tabs.qnt. */
export interface TabsState {
  last: { name: string; tab: number };
  now: number;
  lock: { holder: number; queue: number[] };
  tabs: Record<string, ModelTab>;
}

const TABS = ['1', '2', '3'];
/** As in the model. */
const SKEW: Readonly<Record<string, number>> = { 1: 0, 2: 4, 3: 0 };
const NAME = tabGroupName('sub');
const visiblePage = { isVisible: () => true, isOnline: () => true, on: () => undefined };

interface OpenTab {
  receive(message: TabMessage): void;
  inbox: TabMessage[];
  heard: number[];
  generation(): number;
  /** Lets the leader's silence last until the tab steals the lock. */
  waitForSilence(): Promise<void>;
  forward(): void;
  close(): void;
}

/** The tabs of one browser with the client's leadership, lock and channel, moved by the steps of tabs.qnt. */
export function createTabsReplay(): Promise<Replay<TabsState>> {
  const locks = createReplayLocks(NAME);
  const tabs = new Map<string, OpenTab>();
  let now = 1;

  /** Heartbeats and requests never arrive: to the other tabs the leader is silent, whenever they ask. */
  function post(from: string, message: TabMessage): void {
    const isModelled =
      message.from === 'follower'
        ? message.word.kind === 'outrun'
        : message.word.kind === 'claim' || message.word.kind === 'facts';
    if (!isModelled) return;
    for (const [name, tab] of tabs) if (name !== from) tab.inbox.push(message);
  }

  const tabOf = (name: string): OpenTab => {
    const tab = tabs.get(name);
    if (!tab) throw new Error(`tab ${name} is closed`);
    return tab;
  };

  async function carryOut(state: TabsState): Promise<void> {
    const name = String(state.last.tab);
    now = state.now;
    switch (state.last.name) {
      case 'openTab':
        tabs.set(name, openTab({ name, locks, now: () => now + (SKEW[name] ?? 0), post }));
        break;
      case 'closeTab':
        tabOf(name).close();
        tabs.delete(name);
        locks.release(name);
        break;
      case 'takeNotice':
        locks.takeNotice(name);
        break;
      case 'steal':
        await tabOf(name).waitForSilence();
        break;
      case 'forward':
        tabOf(name).forward();
        break;
      case 'receiveMessage': {
        const message = tabOf(name).inbox.shift();
        if (!message) throw new Error('no message is on its way');
        tabOf(name).receive(message);
        break;
      }
      case 'passTime':
        break;
      default:
        throw new Error(`no step ${state.last.name}`);
    }
    await settle();
  }

  return Promise.resolve({
    carryOut,
    observe: () => ({
      holder: Number(locks.holder() ?? 0),
      queue: locks.queue().map(Number),
      tabs: TABS.map((name) => {
        const tab = tabs.get(name);
        return {
          open: tab !== undefined,
          notices: locks.noticesOf(name),
          generation: tab?.generation() ?? 0,
          inbox: tab?.inbox.map(describeMessage) ?? [],
          heard: tab?.heard ?? [],
        };
      }),
    }),
    expect: ({ lock, tabs: modelTabs }) => ({
      ...lock,
      tabs: TABS.map((name) => {
        const tab = modelTabs[name];
        return {
          open: tab?.open,
          notices: tab?.notices.map(({ tag }) => tag),
          generation: tab?.generation,
          inbox: tab?.inbox.map(({ tag, value }) => ({ is: tag, value })),
          // What a closed tab has heard is forgotten when it is opened again.
          heard: tab?.open === true ? tab.heard : [],
        };
      }),
    }),
    stop() {
      for (const tab of tabs.values()) tab.close();
    },
  });
}

function describeMessage(message: TabMessage): { is: string; value: unknown } {
  if (message.from === 'leader')
    return { is: message.word.kind === 'claim' ? 'Claim' : 'Forward', value: message.generation };
  if (message.word.kind !== 'outrun') throw new Error('no such message is modelled');
  const { claimed, newest } = message.word;
  return { is: 'Outrun', value: { claimed, newest } };
}

interface TabParts {
  name: string;
  locks: ReplayLocks;
  now: () => number;
  post: (from: string, message: TabMessage) => void;
}

/** Connected as in start-tab.ts. */
function openTab({ name, locks, now, post }: TabParts): OpenTab {
  const runtime = createManualRuntime(visiblePage);
  const inbox: TabMessage[] = [];
  const heard: number[] = [];
  let claimed = 0;
  let deliver: (message: TabMessage) => void = () => undefined;

  const channel = createTabChannel({
    port: {
      post(message) {
        if (message.from === 'leader') claimed = message.generation;
        post(name, message);
      },
      listen: (listener) => (deliver = listener),
      close: () => undefined,
    },
    now,
    onLeaderMessage: hearLeader,
    onRequest: () => undefined,
    onSuperseded: () => leadership.send({ type: 'SUPERSEDED' }),
  });
  const leadership = createActor(
    tabLeadershipMachine.provide({
      actors: { lock: createLeaderLock(locks.of(name), NAME) },
      actions: {
        pingLeader: () => channel.sendToLeader({ kind: 'ping' }),
        startLeading: () => channel.claimLeadership(),
        stopLeading: () => channel.resignLeadership(),
      },
    }),
    { input: { visible: true }, clock: toActorClock(runtime.timers) },
  );

  function hearLeader(message: LeaderMessage): void {
    leadership.send({ type: 'HEARD' });
    if (message.kind !== 'facts') return;
    for (const fact of message.facts) if (fact.kind === 'place') heard.push(Number(fact.heads.public));
  }

  const leads = () => leadership.getSnapshot().hasTag('leads');
  leadership.start();
  leadership.send({ type: 'JOIN' });

  return {
    receive: (message) => deliver(message),
    inbox,
    heard,
    generation: () => (leads() ? claimed : 0),
    async waitForSilence() {
      // The first silence may be that of an earlier holder, from whom the tab does not steal.
      for (let round = 0; round < 2 && !leads(); round++) {
        await runtime.advance(HEARTBEAT_VALID_MS + LEADER_TIMEOUT_MS);
        await settle();
      }
    },
    // The frame carries its generation, so that the receivers can show which they have applied.
    forward: () =>
      channel.broadcastAsLeader({
        kind: 'facts',
        facts: [{ kind: 'place', heads: { public: String(claimed) } }],
      }),
    close() {
      leadership.send({ type: 'LEAVE' });
      leadership.stop();
      channel.close();
    },
  };
}
