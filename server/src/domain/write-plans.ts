import type { Marks, NotificationReason } from '@cruddur/shared';

/**
 * Writes as data. The store carries out the plans of all requests that wait for a commit in one call. It also checks what a plan
 * depends on, because only there it can be locked: the crud or conversation exists, has not expired, and no person is erased.
 */
export type WritePlan = CrudPlan | MessagePlan | MarkPlan | ReadPlan;

/**
 * A new crud or reply. Its author is notified of nothing; the parent's author and the mentioned people are.
 * Refused with activity_not_found or activity_expired, because of its parent.
 */
export interface CrudPlan {
  is: 'crud';
  uuid: string;
  author: string;
  message: string;
  hashtags: readonly string[];
  created_at: Date;
  /** A reply expires with its parent instead. */
  expires_at: Date | null;
  /** A crud or reply, by its uuid. */
  reply_to: string | null;
  /** Handles, in the order of the text. */
  mentions: readonly string[];
}

/**
 * A direct message, which may open a conversation or a request. Refused with message_group_not_found, user_reciever_handle_blank,
 * message_not_allowed, request_unanswered or too_many_conversations.
 */
export interface MessagePlan {
  is: 'message';
  uuid: string;
  author: string;
  message: string;
  created_at: Date;
  /** The uuid of a conversation of the author, or the handle of a person, whose conversation is found or created. */
  to: { conversation: string } | { handle: string };
  /** Null without a limit. */
  startLimits: StartLimits | null;
}

/** The conversations that a person can start in 24 hours, and one whose account is younger than that. */
export interface StartLimits {
  perDay: number;
  ofYoungAccount: number;
}

export type Mark = Extract<NotificationReason, 'like' | 'repost'>;

/** Sets or removes a like or repost. Refused with activity_not_found or activity_expired. */
export interface MarkPlan {
  is: 'mark';
  mark: Mark;
  isSet: boolean;
  /** A crud or reply, by its uuid. */
  activity: string;
  person: string;
  created_at: Date;
}

/** Moves a member's read mark up to a message, or announces where it is. Refused with message_group_not_found. */
export interface ReadPlan {
  is: 'read';
  /** The uuid of the conversation. */
  conversation: string;
  reader: string;
  /** The uuid of the message; any other text moves nothing. */
  upTo: string | null;
  /** Appends `read.updated` for both members. */
  isAnnounced: boolean;
}

/** The plans that an operation can have; they create a row. */
export type OperationPlan = CrudPlan | MessagePlan;

export interface MarkResult {
  /** False when the mark was set or removed before. */
  changed: boolean;
  /** The marks after the change, for the person who made it. */
  marks: Marks;
}
