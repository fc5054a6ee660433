import type { DirectMessage, MessageGroup, ReadState, ShortUser } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

/** A message whose row is locked until the transaction ends. */
export interface LockedMessage {
  uuid: string;
  author: string;
  created_at: Date;
  isRemoved: boolean;
  /** The subs of the two members. */
  members: readonly [string, string];
}

export interface MessageWrites {
  /** Null when there is no such message, or the person is not a member of its conversation. */
  lockForMember(uuid: string, sub: string): Promise<LockedMessage | null>;
  /** Replaces the text by `REMOVED_MESSAGE`. */
  removeText(uuid: string, now: Date): Promise<void>;
}

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
