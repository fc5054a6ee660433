import type { Activity, Cursor, PublicActivity, StreamCursors } from '@cruddur/shared';
import type { ListPosition, View } from '../paging.ts';

/** A page of a list with the stream positions of its snapshot. */
export interface PageOf<T> {
  data: T;
  cursors: StreamCursors;
  next?: string | undefined;
}

/** A page as the JSON that is answered. */
export interface EncodedPage {
  encoded: string | Uint8Array;
  cursors: StreamCursors;
  next?: string | undefined;
}

/** Reads of the home feed. */
export interface FeedReads {
  /** The unexpired top-level cruds of all people, newest first. */
  readHome(view: View): Promise<EncodedPage>;
}

/** The heads of the public stream and of people's streams, with the newest cruds of the same snapshot. */
export interface NewestCruds {
  publicHead: Cursor;
  /** By sub; a person without a stream is missing. */
  heads: ReadonlyMap<string, Cursor>;
  /**
   * The newest `NEWEST_CRUDS` top-level cruds, expired ones included, newest first: of each its position and the numbers of its
   * replies, reposts and likes, as `105,0,2,1 104,0,0,0`. Equal texts are equal lists.
   */
  counts: string;
}

/** A person's likes and reposts among the newest top-level cruds, and the head of their stream at that time. */
export interface RecentMarks {
  head: Cursor;
  /** The position of the oldest crud among which they were searched; 0 without cruds. */
  fromPos: number;
  /** Positions of cruds. */
  liked: ReadonlySet<number>;
  reposted: ReadonlySet<number>;
  /** The subs of the people who are hidden from the viewer; a block moves the head too. */
  hidden: ReadonlySet<string>;
}

/** A crud by its position on the public stream. */
export interface PositionedCrud {
  pos: number;
  crud: PublicActivity;
  /** Its author is suspended. */
  isHidden: boolean;
}

/** Where a viewer reads on. */
export interface OlderPosition {
  viewer: string;
  before: ListPosition;
}

/** A page of cruds without their texts, and the heads of the same snapshot. */
export interface OlderCruds {
  publicHead: Cursor;
  /** Of the viewer's stream; null for a person without one. */
  head: Cursor | null;
  /** Newest first. Counts are as in the JSON. */
  rows: {
    pos: number;
    counts: { replies: string; reposts: string; likes: string };
    marks: { liked: boolean; reposted: boolean };
  }[];
}

/** What pages of the home feed need of the store when their texts are in memory. */
export interface FeedPageReads {
  readNewest(subs: readonly string[]): Promise<NewestCruds>;
  /** By sub; a person without a stream is missing. */
  readRecentMarks(subs: readonly string[]): Promise<ReadonlyMap<string, RecentMarks>>;
  /** For each viewer the unexpired top-level cruds before a position, one more than a page has. */
  readOlder(asked: readonly OlderPosition[], now: Date): Promise<OlderCruds[]>;
  /** The cruds that are left of these positions, and the head at that time. */
  readAtPositions(positions: readonly number[]): Promise<{ publicHead: Cursor; cruds: PositionedCrud[] }>;
}

export interface ActivityReads extends FeedReads {
  /** A person's unexpired top-level cruds and reposts, newest first. */
  readProfile(sub: string, view: View): Promise<PageOf<Activity[]>>;
  /** The newest unexpired top-level cruds of people who are neither suspended nor reported, `NEWEST_FOR_VISITORS` at most. */
  readNewestForVisitors(now: Date): Promise<PageOf<Activity[]>>;
  /** One crud, expired or not, and its unexpired replies, newest first. */
  readPost(uuid: string, view: View): Promise<PageOf<{ post: Activity | null; replies: Activity[] }>>;
  /** One crud or reply, expired or not, or null. */
  find(uuid: string, viewer: string | null): Promise<Activity | null>;
  /** True for a crud that existed and was burned or has expired. */
  wasBurned(uuid: string): Promise<boolean>;
}

/** The crud that a write refers to. */
export interface Target {
  uuid: string;
  author: string;
  expires_at: Date | null;
}

export interface ActivityWrites {
  /** Locks the row against burning until the transaction ends; null when there is none. */
  lockTarget(uuid: string): Promise<Target | null>;
  /** True for a crud that existed and was burned or has expired. */
  wasBurned(uuid: string): Promise<boolean>;
  /** Waits for other deletions; called before any other read or write of a burn. */
  lockDeletions(): Promise<void>;
  /** Deletes a crud and its replies; their events become void. @returns whether no replies are left for the purge, and who has fewer unread notifications */
  burn(uuid: string): Promise<{ complete: boolean; recounted: string[] }>;
}

/** The length of the list of newest cruds: more than a page of 50, because expired and burned ones are left out of it. */
export const NEWEST_CRUDS = 80;
/** The most cruds on a visitor's home page. */
export const NEWEST_FOR_VISITORS = 3;
