import type { StreamName } from '@cruddur/shared';
import { LOAD_AGAIN_MS } from '../../late.ts';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';
import { openLine, type Line, type LineParts } from '../line.ts';
import type { FollowerReply } from '../stream-follower.ts';
import { syncOne } from '../http-sync.ts';
import type { TabFeed } from '../tab-feed.ts';
import type { WireFact } from '../wire-fact.ts';
import type { TabChannel } from './tab-channel.ts';
import type { ToLeader } from './tab-message.ts';

export interface LeadingParts extends LineParts {
  feed: Pick<TabFeed, 'cursors' | 'remembered'>;
  channel: Pick<TabChannel, 'tell'>;
  /** What the connection waits for. */
  firstContent: Promise<void>;
  lineSoFar: () => ConnectionEvent[];
  /** Begins what only the leading tab does. @returns how to end it */
  lead: () => () => void;
}

/** What a tab does while it leads. */
export interface Leading {
  sync(stream: StreamName, after: string): Promise<FollowerReply>;
  /** Another tab, or this one, says something to the leader. */
  asked(word: ToLeader): void;
  stop(): void;
}

export function createLeading(parts: LeadingParts): Leading {
  const { feed, channel, token } = parts;
  const endWork = parts.lead();
  let line: Line | null = null;
  let stopped = false;
  const isStopped = () => stopped;

  const tell = (fact: WireFact) => {
    if (!stopped) parts.tell(fact);
  };
  void open();

  async function open(): Promise<void> {
    await parts.firstContent;
    if (isStopped()) return;
    try {
      const opened = await openLine({ ...parts, tell });
      if (isStopped()) opened.close();
      else line = opened;
    } catch {
      // Its code did not come.
      tell({ kind: 'line', event: { type: 'LOST' } });
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
      if (!isStopped()) await open();
    }
  }

  async function renew(): Promise<void> {
    const renewed = await token();
    if (renewed && !stopped) line?.renew(renewed);
  }

  /** Everything a tab needs that has just come. */
  function introduce(): void {
    const status = parts.lineSoFar().map((event) => ({ kind: 'line', event }) as const);
    channel.tell({ kind: 'facts', facts: [...status, { kind: 'place', heads: feed.cursors() }] });
  }

  return {
    sync: (stream, after) => line?.sync(stream, after) ?? syncOne(parts.sync, stream, after),
    asked(word) {
      switch (word.kind) {
        case 'ping':
          channel.tell({ kind: 'pulse' });
          return;
        case 'hello':
          introduce();
          return;
        case 'ask':
          channel.tell({ kind: 'answer', id: word.id, reply: feed.remembered(word.stream, word.after) });
          return;
        case 'wake':
          line?.wake();
          return;
        case 'renewed':
          void renew();
          return;
        case 'note':
          line?.note(word.note, word.group);
          return;
        case 'outrun':
      }
    },
    stop() {
      stopped = true;
      endWork();
      line?.close();
    },
  };
}
