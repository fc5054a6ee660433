import type { Activity, Marks, StreamCursors } from '@cruddur/shared';
import type { View } from '../paging.ts';

/** A list's page with the cursors it stands at. */
export interface PageOf<T> {
  data: T;
  cursors: StreamCursors;
  next?: string | undefined;
}

export interface ActivityReads {
  /** Everybody's unexpired top-level cruds, newest first. */
  readHome(view: View): Promise<PageOf<Activity[]>>;
  /** A person's own unexpired top-level cruds and reposts, newest first. */
  readProfile(sub: string, view: View): Promise<PageOf<Activity[]>>;
  /** One crud, expired or not, and its unexpired replies, newest first. */
  readPost(uuid: string, view: View): Promise<PageOf<{ post: Activity | null; replies: Activity[] }>>;
  /** One crud or reply, expired or not, or null. */
  find(uuid: string, viewer: string | null): Promise<Activity | null>;
  /** True for a crud that once was and has burned out. */
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

/** What is known of a crud when somebody acts on it. */
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

/** What a mark has become. */
export interface MarkResult {
  /** False when it was so already. */
  changed: boolean;
  /** As they are from then on, for the person who marks. */
  marks: Marks;
}

export interface MarkWrites {
  /** Holds the row against burning, and against other marks, until the transaction ends; null when there is none. */
  lockTargetToMark(uuid: string): Promise<Target | null>;
  addMark(mark: Mark, of: MarkRow, now: Date): Promise<MarkResult>;
  /** The author is no longer told of it either. */
  removeMark(mark: Mark, of: MarkRow): Promise<MarkResult>;
}

export interface ActivityWrites extends MarkWrites {
  /** Holds the row against burning until the transaction ends; null when there is none. */
  lockTarget(uuid: string): Promise<Target | null>;
  /** True for a crud that once was and has burned out. */
  wasBurned(uuid: string): Promise<boolean>;
  insert(activity: NewActivityRow): Promise<void>;
  /** Waits until no other burning is under way; to be called before anything of a burning is looked at. */
  lockDeletions(): Promise<void>;
  /** Deletes a crud and its replies; their lines in the log become void. @returns whether no replies are left for later */
  burn(uuid: string): Promise<{ complete: boolean }>;
}
