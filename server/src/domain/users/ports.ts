import type { HashtagCount, Profile, ShortUser } from '@cruddur/shared';
import type { Person } from '../viewer.ts';

export interface NewPerson extends Person {
  email: string;
  created_at: Date;
}

/** A person's row, or the tombstone that keeps the handle of an erased person. */
export interface PersonRecord extends Person {
  isErased: boolean;
  /** `until` is null for good. */
  suspension: { until: Date | null } | null;
}

/** How many people are searched for whom: people who are hidden from the viewer are not found. */
export interface PeopleView {
  viewer: string | null;
  limit: number;
}

export interface PeopleReads {
  findPerson(sub: string): Promise<PersonRecord | null>;
  /** Erased people are found neither by handle nor by search. */
  findByHandle(handle: string): Promise<ShortUser | null>;
  /** With the number of the person's unexpired top-level cruds. */
  findProfile(sub: string, now: Date): Promise<Profile | null>;
  readEmail(sub: string): Promise<string>;
  /** True for the handle of an erased person too: a handle is never reused. */
  isHandleTaken(handle: string): Promise<boolean>;
  /** The subs of people whose erasure began before a time and has not ended. */
  findUnfinishedErasures(before: Date): Promise<string[]>;
  /** The subs of the authors of the latest unexpired cruds, most recently active first. */
  findLatestAuthors(now: Date, limit: number): Promise<string[]>;
  /** The people who are not erased and not hidden from the viewer, in the given order. */
  findVisible(subs: readonly string[], viewer: string): Promise<ShortUser[]>;
  /** People whose handle or a word of whose name begins with the text, by handle; matches of the handle take precedence. */
  searchPeople(words: string, view: PeopleView): Promise<ShortUser[]>;
  /** Hashtags of unexpired cruds, most used first; with `prefix`, only hashtags that begin with it. */
  listHashtags(now: Date, limit: number, prefix?: string): Promise<HashtagCount[]>;
  /** Those of some hashtags that an unexpired crud has. */
  findLivingHashtags(now: Date, hashtags: readonly string[]): Promise<Set<string>>;
}

/** The saved fields of a profile. */
export interface SavedProfile {
  sub: string;
  display_name: string;
  /** Null keeps the stored bio. */
  bio: string | null;
}

export interface PeopleWrites {
  /** @returns 'taken' when another person has the handle or this person is erased; an existing person is not changed */
  insert(person: NewPerson): Promise<'done' | 'taken'>;
  updateProfile(profile: SavedProfile): Promise<void>;
  /** @returns false for an erased or suspended person, who cannot get a picture */
  bumpAvatarVersion(sub: string): Promise<boolean>;
  /**
   * Removes a part of the profile, also from what is shown after a suspension: the name becomes the handle, and the picture's
   * file is removed soon, with uploads that are not processed yet.
   * @returns false for an erased person
   */
  clearProfile(sub: string, part: ProfilePart): Promise<boolean>;
}

/** What operators can clear. */
export const PROFILE_PARTS = ['name', 'bio', 'picture'] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

/** The steps of an erasure. Each is small, may be repeated, and is a separate transaction. */
export interface ErasureWrites {
  /**
   * Turns the row into a tombstone without name and mail address, which is not found and cannot write. Waits for concurrent
   * writes of the person.
   */
  startErasure(sub: string, now: Date): Promise<'started' | 'resumed' | 'already erased'>;
  /**
   * Burns some of a person's cruds and replies, the newest first, and the replies to them.
   * @returns the deleted uuids, the remaining cruds that lost replies, whether no replies are left for the purge, and who has fewer
   * unread notifications
   */
  burnCruds(
    sub: string,
  ): Promise<{ deleted: string[]; parents: string[]; complete: boolean; recounted: string[] }>;
  /** Removes some likes and reposts. @returns the cruds that lost them, and whether there are more */
  removeMarks(sub: string): Promise<{ unmarked: string[]; more: boolean }>;
  /**
   * Removes a person and their messages from one conversation, in several calls if there are many messages.
   * @returns the conversation, its other member and whether that one finds it, because a deleted request is not found any more; whether
   * the person has left it; null when no conversation is left
   */
  leaveConversation(
    sub: string,
  ): Promise<{ uuid: string; other: string; isKnown: boolean; hasLeft: boolean } | null>;
  /** Deletes some notifications by and for the person, their operations and events of their stream. @returns whether rows are left */
  deleteSomeRows(sub: string): Promise<boolean>;
  /** Marks the erasure as complete. */
  finishErasure(sub: string): Promise<void>;
}
