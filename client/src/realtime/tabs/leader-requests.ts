import type { StreamName, SyncReply } from '@cruddur/shared';
import type { LeaderMessage, FollowerMessage } from './tab-message.ts';

/** A leader that remembers answers at once; one that does not answer is not waited for. */
const ANSWER_MS = 500;

/** A follower's questions to the leader. */
export interface LeaderRequests {
  /** What the leader remembers after a place; null when it does not, or does not answer. */
  requestEvents(stream: StreamName, after: string): Promise<SyncReply | null>;
  handleAnswer(word: Extract<LeaderMessage, { kind: 'answer' }>): void;
}

export function createLeaderRequests(
  sendToLeader: (word: FollowerMessage) => void,
  newId: () => string,
): LeaderRequests {
  const open = new Map<string, (reply: SyncReply | null) => void>();
  return {
    requestEvents(stream, after) {
      return new Promise((resolve) => {
        const id = newId();
        const close = (reply: SyncReply | null) => {
          clearTimeout(timer);
          open.delete(id);
          resolve(reply);
        };
        const timer = setTimeout(close, ANSWER_MS, null);
        open.set(id, close);
        sendToLeader({ kind: 'ask', id, stream, after });
      });
    },
    handleAnswer: ({ id, reply }) => open.get(id)?.(reply),
  };
}
