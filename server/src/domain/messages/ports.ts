import type {
  ConversationLifetime,
  DirectMessage,
  MessageGroup,
  MessageLifetime,
  ReadState,
  RequestDetails,
  ShortUser,
} from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

/** A message whose row is locked until the transaction ends. */
export interface LockedMessage {
  uuid: string;
  author: string;
  created_at: Date;
  isRemoved: boolean;
  expires_at: Date | null;
  /** The subs of the members who see it: not that of one who has deleted the request that it belongs to. */
  readers: readonly string[];
}

/** A conversation whose row is locked until the transaction ends, so that no message is sent meanwhile. */
export interface LockedConversation {
  uuid: string;
  lifetime: MessageLifetime;
  /** The subs of the two members. */
  members: readonly [string, string];
  /** A request without an answer, and who has sent it. */
  request: { by: string; isDeleted: boolean } | null;
}

export interface MessageWrites {
  /** Null when there is no such message, or the person is not a member of its conversation. */
  lockForMember(uuid: string, sub: string): Promise<LockedMessage | null>;
  /** Replaces the text by `REMOVED_MESSAGE`. */
  removeText(uuid: string, now: Date): Promise<void>;
  /** Null when there is no such conversation, or the person is not a member. */
  lockConversation(group: string, sub: string): Promise<LockedConversation | null>;
  acceptRequest(group: string): Promise<void>;
  /** Hides the request and its messages from its recipient. */
  deleteRequest(group: string, recipient: string): Promise<void>;
  setLifetime(group: string, change: { lifetime: MessageLifetime; by: string; at: Date }): Promise<void>;
}

export interface MessageReads {
  /** A person's conversations but for requests to them, the one with the latest message first. */
  readGroups(sub: string, view: View): Promise<PageOf<MessageGroup[]>>;
  /** The requests to a person that have no answer, without those of people who are hidden or suspended. */
  readRequests(sub: string, view: View): Promise<PageOf<MessageGroup[]>>;
  /** Null when the person is not a member, or has deleted the request. */
  readRequestState(group: string, sub: string, now: Date): Promise<PageOf<RequestDetails> | null>;
  /** A page of a conversation, oldest first; null when the viewer is not a member or has deleted it as a request. */
  readPage(group: string, sub: string, view: View): Promise<PageOf<DirectMessage[]> | null>;
  /** Null for one that has disappeared. */
  find(uuid: string, now: Date): Promise<DirectMessage | null>;
  /** The number of unread messages in all conversations of a person, and when the first of them disappears. */
  countUnread(sub: string, now: Date): Promise<{ unread: number; until: Date | null }>;
  /** The number of requests that wait for the person’s answer. */
  countRequests(sub: string): Promise<number>;
  /** The read mark of a member; null when the person is not a member. */
  findReadState(group: string, sub: string, now: Date): Promise<ReadState | null>;
  /** Null when the person is not a member. */
  readLifetime(group: string, sub: string): Promise<PageOf<ConversationLifetime> | null>;
  /** The other members of a conversation who are not hidden from the person, none of a request; null when the person is not a member. */
  findOtherMembers(group: string, sub: string): Promise<(ShortUser & { sub: string })[] | null>;
}
