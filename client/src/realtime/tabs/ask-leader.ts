import type { StreamName, SyncReply } from '@cruddur/shared';
import type { FromLeader, ToLeader } from './tab-message.ts';

/** A leader that remembers answers at once; one that does not answer is not waited for. */
const ANSWER_MS = 500;

/** A follower's questions to the leader. */
export interface LeaderQuestions {
  /** What the leader remembers after a place; null when it does not, or does not answer. */
  ask(stream: StreamName, after: string): Promise<SyncReply | null>;
  heard(word: Extract<FromLeader, { kind: 'answer' }>): void;
}

export function createLeaderQuestions(say: (word: ToLeader) => void, newId: () => string): LeaderQuestions {
  const open = new Map<string, (reply: SyncReply | null) => void>();
  return {
    ask(stream, after) {
      return new Promise((resolve) => {
        const id = newId();
        const close = (reply: SyncReply | null) => {
          clearTimeout(timer);
          open.delete(id);
          resolve(reply);
        };
        const timer = setTimeout(close, ANSWER_MS, null);
        open.set(id, close);
        say({ kind: 'ask', id, stream, after });
      });
    },
    heard: ({ id, reply }) => open.get(id)?.(reply),
  };
}
