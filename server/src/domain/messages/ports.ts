import type { DirectMessage, MessageGroup, ReadState, ShortUser } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface MessageReads {
  /** A person's conversations, the one with the latest message first. */
  readGroups(sub: string, view: View): Promise<PageOf<MessageGroup[]>>;
  /** A page of a conversation, oldest first; null when the viewer is not a member. */
  readPage(group: string, sub: string, view: View): Promise<PageOf<DirectMessage[]> | null>;
  find(uuid: string): Promise<DirectMessage | null>;
  /** The number of unread messages in all conversations of a person. */
  countUnread(sub: string): Promise<number>;
  /** The read mark of a member; null when the person is not a member or has read nothing. */
  findReadState(group: string, sub: string): Promise<ReadState | null>;
  /** The other members of a conversation; null when the person is not a member. */
  findOtherMembers(group: string, sub: string): Promise<(ShortUser & { sub: string })[] | null>;
}

export interface NewMessageRow {
  uuid: string;
  message_group: string;
  author: string;
  message: string;
  created_at: Date;
}

export interface MessageWrites {
  /** Locks a conversation until the transaction ends. @returns its two members, or null when the person is not one of them */
  lockMembers(group: string, sub: string): Promise<string[] | null>;
  /** Locks a person who is not erased against erasure until the transaction ends. @returns the sub */
  lockPersonByHandle(handle: string): Promise<string | null>;
  /** Finds or creates the conversation of two people, and locks it until the transaction ends. */
  lockGroup(pair: readonly [string, string], now: Date): Promise<{ uuid: string; isNew: boolean }>;
  /** `append()` then gives the message the next position of its conversation and moves its author's read mark to it. */
  insert(message: NewMessageRow): Promise<void>;
  /** Moves the read mark up to a message. @returns false when it was there or further already */
  markRead(group: string, sub: string, message: string): Promise<boolean>;
}
