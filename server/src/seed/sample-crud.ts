import type { Lifetime } from '@cruddur/shared';

/** A crud of the sample, with times relative to now. */
export interface SampleCrud {
  author: string;
  lifetime: Lifetime;
  /** The elapsed share of its lifetime, 0 to 1. */
  elapsed: number;
  message: string;
  /** The number of other people who like it, and who repost it. */
  likes: number;
  reposts: number;
  replies: readonly SampleReply[];
}

export interface SampleReply {
  author: string;
  message: string;
}

interface SampleReactions {
  likes?: number;
  reposts?: number;
  replies?: readonly SampleReply[];
}

/** @param life the lifetime and its elapsed share */
export function crud(
  author: string,
  life: readonly [Lifetime, number],
  content: readonly [message: string, reactions?: SampleReactions],
): SampleCrud {
  const [message, { likes = 0, reposts = 0, replies = [] } = {}] = content;
  return { author, lifetime: life[0], elapsed: life[1], message, likes, reposts, replies };
}

export function reply(author: string, message: string): SampleReply {
  return { author, message };
}
