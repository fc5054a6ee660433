import type { LeaderMessage, TabMessage, FollowerMessage } from './tab-message.ts';

/** The way to the other tabs. */
export interface ChannelPort {
  /** Says something to all others. */
  post(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
  close(): void;
}

export interface TabChannelParts {
  port: ChannelPort;
  /** Epoch milliseconds by this machine. */
  now: () => number;
  /** A word of the newest leader. */
  onLeaderMessage: (word: LeaderMessage) => void;
  /** A word to this tab, because it leads. */
  onRequest: (word: FollowerMessage) => void;
  /** A newer leader spoke while this tab led. */
  onSuperseded: () => void;
}

export interface TabChannel {
  /** Leads from now on, with a number above all that were heard. */
  claimLeadership(): void;
  resignLeadership(): void;
  /** Says something as the leader; nothing when it does not lead. */
  broadcastAsLeader: (word: LeaderMessage) => void;
  /** Says something to the leader, wherever it is: to this tab itself, if it leads. */
  sendToLeader: (word: FollowerMessage) => void;
  close(): void;
}

/**
 * Words between a person's tabs. Leaders number themselves by the clock, and nobody listens to one that is older than the
 * newest heard: what a tab says that was stopped and is woken after another took over falls on deaf ears.
 */
export function createTabChannel({
  port,
  now,
  onLeaderMessage,
  onRequest,
  onSuperseded,
}: TabChannelParts): TabChannel {
  let newestGeneration = 0;
  let ownGeneration: number | null = null;

  function post(word: LeaderMessage): void {
    if (ownGeneration !== null) port.post({ from: 'leader', generation: ownGeneration, word });
  }

  function claim(): void {
    ownGeneration = newestGeneration = Math.max(newestGeneration + 1, now());
    post({ kind: 'claim' });
  }

  function receiveFromLeader(generation: number, word: LeaderMessage): void {
    if (generation < newestGeneration) {
      // Its clock was set back, or ours was ahead: it is the leader, so it takes a higher number.
      if (word.kind === 'claim')
        port.post({
          from: 'follower',
          word: { kind: 'outrun', claimed: generation, newest: newestGeneration },
        });
      if (word.kind === 'claim' && ownGeneration !== null) onSuperseded();
      return;
    }
    newestGeneration = generation;
    if (ownGeneration !== null) onSuperseded();
    onLeaderMessage(word);
  }

  function receiveFromFollower(word: FollowerMessage): void {
    if (ownGeneration === null) return;
    if (word.kind !== 'outrun') onRequest(word);
    else if (word.claimed === ownGeneration) {
      newestGeneration = Math.max(newestGeneration, word.newest);
      claim();
      // What was said under the lower number was not heard.
      onRequest({ kind: 'hello' });
    }
  }

  port.listen((message) => {
    if (message.from === 'leader') receiveFromLeader(message.generation, message.word);
    else receiveFromFollower(message.word);
  });

  return {
    claimLeadership: claim,
    resignLeadership: () => (ownGeneration = null),
    broadcastAsLeader: post,
    sendToLeader(word) {
      if (ownGeneration === null) port.post({ from: 'follower', word });
      else onRequest(word);
    },
    close() {
      ownGeneration = null;
      port.close();
    },
  };
}
