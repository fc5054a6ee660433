import type { Lifetime } from '@cruddur/shared';

/** A crud of the sample, told relative to now so that it is always fresh. */
export interface SampleCrud {
  author: string;
  lifetime: Lifetime;
  /** How much of its lifetime has gone, 0 to 1. */
  elapsed: number;
  message: string;
  /** How many of the others like and repost it. */
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

/** @param life the lifetime and how much of it has gone */
export function crud(
  author: string,
  life: readonly [Lifetime, number],
  said: readonly [message: string, echo?: SampleReactions],
): SampleCrud {
  const [message, { likes = 0, reposts = 0, replies = [] } = {}] = said;
  return { author, lifetime: life[0], elapsed: life[1], message, likes, reposts, replies };
}

export function reply(author: string, message: string): SampleReply {
  return { author, message };
}
