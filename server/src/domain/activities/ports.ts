import type { Activity, Marks, StreamCursors } from '@cruddur/shared';
import type { View } from '../paging.ts';

/** A page of a list with the stream positions of its snapshot. */
export interface PageOf<T> {
  data: T;
  cursors: StreamCursors;
  next?: string | undefined;
}

export interface ActivityReads {
  /** The unexpired top-level cruds of all people, newest first. */
  readHome(view: View): Promise<PageOf<Activity[]>>;
  /** A person's unexpired top-level cruds and reposts, newest first. */
  readProfile(sub: string, view: View): Promise<PageOf<Activity[]>>;
  /** One crud, expired or not, and its unexpired replies, newest first. */
  readPost(uuid: string, view: View): Promise<PageOf<{ post: Activity | null; replies: Activity[] }>>;
  /** One crud or reply, expired or not, or null. */
  find(uuid: string, viewer: string | null): Promise<Activity | null>;
  /** True for a crud that existed and was burned or has expired. */
  wasBurned(uuid: string): Promise<boolean>;
}

export interface NewActivityRow {
  uuid: string;
  author: string;
  message: string;
  hashtags: readonly string[];
  created_at: Date;
  expires_at: Date | null;
  reply_to: string | null;
}

/** The crud that a write refers to. */
export interface Target {
  uuid: string;
  author: string;
  expires_at: Date | null;
}

export type Mark = 'like' | 'repost';

export interface MarkRow {
  activity: string;
  person: string;
}

export interface MarkResult {
  /** False when the mark was set or removed before. */
  changed: boolean;
  /** The marks after the change, for the person who made it. */
  marks: Marks;
}

export interface MarkWrites {
  /** Locks the row against burning and against other marks until the transaction ends; null when there is none. */
  lockTargetToMark(uuid: string): Promise<Target | null>;
  addMark(mark: Mark, of: MarkRow, now: Date): Promise<MarkResult>;
  /** Removes the author's notification too. */
  removeMark(mark: Mark, of: MarkRow): Promise<MarkResult>;
}

export interface ActivityWrites extends MarkWrites {
  /** Locks the row against burning until the transaction ends; null when there is none. */
  lockTarget(uuid: string): Promise<Target | null>;
  /** True for a crud that existed and was burned or has expired. */
  wasBurned(uuid: string): Promise<boolean>;
  insert(activity: NewActivityRow): Promise<void>;
  /** Waits for other deletions; called before any other read or write of a burn. */
  lockDeletions(): Promise<void>;
  /** Deletes a crud and its replies; their events become void. @returns whether no replies are left for the purge */
  burn(uuid: string): Promise<{ complete: boolean }>;
}
