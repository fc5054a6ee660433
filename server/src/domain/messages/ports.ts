import type { DirectMessage, MessageGroup, ReadState, ShortUser } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface MessageReads {
  /** A person's conversations, the one with the latest message first. */
  readGroups(sub: string, view: View): Promise<PageOf<MessageGroup[]>>;
  /** A page of a conversation, oldest first within it; null when there is none that is the viewer's. */
  readPage(group: string, sub: string, view: View): Promise<PageOf<DirectMessage[]> | null>;
  find(uuid: string): Promise<DirectMessage | null>;
  /** Messages of others in all of a person's conversations that are not read yet. */
  countUnread(sub: string): Promise<number>;
  /** Where a member stands in a conversation; null when it is not theirs or nothing is read. */
  findReadState(group: string, sub: string): Promise<ReadState | null>;
  /** The other members of a conversation; null when it is not this person's. */
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
  /** The two people of a conversation, or null when it is not this person's. Holds it until the transaction ends. */
  lockMembers(group: string, sub: string): Promise<string[] | null>;
  /** A living person, held against erasure until the transaction ends. */
  lockPersonByHandle(handle: string): Promise<string | null>;
  /** The one conversation of two people, made when there is none. Holds it until the transaction ends. */
  lockGroup(pair: readonly [string, string], now: Date): Promise<{ uuid: string; isNew: boolean }>;
  /** It gets the next place of its conversation when it is said, and its author has read it. */
  insert(message: NewMessageRow): Promise<void>;
  /** Moves the read cursor up to a message. @returns false when it was there or further already */
  markRead(group: string, sub: string, message: string): Promise<boolean>;
}
