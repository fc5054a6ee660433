import type { HashtagCount, Profile, ShortUser } from '@cruddur/shared';
import type { Person } from '../viewer.ts';

export interface NewPerson extends Person {
  email: string;
  created_at: Date;
}

/** A person's row, or the tombstone that keeps an erased one's handle. */
export interface KnownPerson extends Person {
  isErased: boolean;
}

export interface PeopleReads {
  person(sub: string): Promise<KnownPerson | null>;
  /** Nobody who is erased is found by handle or by search. */
  byHandle(handle: string): Promise<ShortUser | null>;
  /** With the count of own unexpired top-level cruds. */
  profile(sub: string, now: Date): Promise<Profile | null>;
  email(sub: string): Promise<string>;
  /** Also by somebody who is erased: a handle is one person's for ever. */
  handleTaken(handle: string): Promise<boolean>;
  /** Whose erasure began before a time and has not ended. */
  halfErased(before: Date): Promise<string[]>;
  /** Authors of the latest unexpired cruds, most recently active first, without the viewer. */
  active(viewer: string, now: Date, limit: number): Promise<ShortUser[]>;
  /** People whose handle or name begins with the words. */
  search(words: string, limit: number): Promise<ShortUser[]>;
  /** Hashtags of unexpired cruds by how many use them; with `prefix`, only those that begin so. */
  hashtags(now: Date, limit: number, prefix?: string): Promise<HashtagCount[]>;
}

export interface PeopleWrites {
  /** @returns 'taken' when the handle is another person's or this one is erased; a person who is there already is left as they are */
  insert(person: NewPerson): Promise<'done' | 'taken'>;
  updateProfile(sub: string, display_name: string, bio: string | null): Promise<void>;
  /** @returns false for an erased person, who gets no picture any more */
  bumpAvatarVersion(sub: string): Promise<boolean>;
  /** Holds a living person against erasure until the transaction ends. */
  isErased(sub: string): Promise<boolean>;
  /** The subs of those of these handles that exist, in the order given. */
  subsOf(handles: readonly string[]): Promise<string[]>;
}

/** The steps of an erasure. Each is small, may be repeated, and is a transaction of its own. */
export interface ErasureWrites {
  /** Makes the row a tombstone: nameless, found by nobody, unable to act. Waits for what the person is doing. */
  begin(sub: string, now: Date): Promise<'begins' | 'goes on' | 'nothing to do'>;
  /**
   * Burns some of a person's cruds and replies, and all replies to them.
   * @returns the uuids that are gone, and of what stays those that lost replies
   */
  burnCruds(sub: string): Promise<{ gone: string[]; parents: string[] }>;
  /** Takes back some likes and reposts. @returns whose they were of, none when none are left */
  takeMarksBack(sub: string): Promise<string[]>;
  /** Removes a person and their messages from one conversation. @returns it and its other person; null when there is none */
  leaveConversation(sub: string): Promise<{ uuid: string; other: string } | null>;
  /** Notifications by and for a person, their operations, and what is in their stream. */
  forgetTheRest(sub: string): Promise<void>;
  /** Nothing of the person is left but the tombstone. */
  end(sub: string): Promise<void>;
}
