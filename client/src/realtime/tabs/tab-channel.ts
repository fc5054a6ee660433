import type { FromLeader, TabMessage, ToLeader } from './tab-message.ts';

/** The way to the other tabs. */
export interface ChannelPort {
  /** Says something to all others. */
  post(message: TabMessage): void;
  listen(heard: (message: TabMessage) => void): void;
  close(): void;
}

export interface TabChannelParts {
  port: ChannelPort;
  /** Epoch milliseconds by this machine. */
  now: () => number;
  /** A word of the newest leader. */
  heard: (word: FromLeader) => void;
  /** A word to this tab, because it leads. */
  asked: (word: ToLeader) => void;
  /** A newer leader spoke while this tab led. */
  superseded: () => void;
}

export interface TabChannel {
  /** Leads from now on, with a number above all that were heard. */
  lead(): void;
  resign(): void;
  /** Says something as the leader; nothing when it does not lead. */
  tell: (word: FromLeader) => void;
  /** Says something to the leader, wherever it is: to this tab itself, if it leads. */
  say: (word: ToLeader) => void;
  close(): void;
}

/**
 * Words between a person's tabs. Leaders number themselves by the clock, and nobody listens to one that is older than the
 * newest heard: what a tab says that was stopped and is woken after another took over falls on deaf ears.
 */
export function createTabChannel({ port, now, heard, asked, superseded }: TabChannelParts): TabChannel {
  let newest = 0;
  let own: number | null = null;

  function post(word: FromLeader): void {
    if (own !== null) port.post({ from: 'leader', generation: own, word });
  }

  function claim(): void {
    own = newest = Math.max(newest + 1, now());
    post({ kind: 'claim' });
  }

  function fromLeader(generation: number, word: FromLeader): void {
    if (generation < newest) {
      // Its clock was set back, or ours was ahead: it is the leader, so it takes a higher number.
      if (word.kind === 'claim')
        port.post({ from: 'follower', word: { kind: 'outrun', claimed: generation, newest } });
      if (word.kind === 'claim' && own !== null) superseded();
      return;
    }
    newest = generation;
    if (own !== null) superseded();
    heard(word);
  }

  function fromFollower(word: ToLeader): void {
    if (own === null) return;
    if (word.kind !== 'outrun') asked(word);
    else if (word.claimed === own) {
      newest = Math.max(newest, word.newest);
      claim();
      // What was said under the lower number was not heard.
      asked({ kind: 'hello' });
    }
  }

  port.listen((message) => {
    if (message.from === 'leader') fromLeader(message.generation, message.word);
    else fromFollower(message.word);
  });

  return {
    lead: claim,
    resign: () => (own = null),
    tell: post,
    say(word) {
      if (own === null) port.post({ from: 'follower', word });
      else asked(word);
    },
    close() {
      own = null;
      port.close();
    },
  };
}
