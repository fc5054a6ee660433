import type { HashtagCount, Profile, ShortUser } from '@cruddur/shared';
import type { Person } from '../viewer.ts';

export interface NewPerson extends Person {
  email: string;
  created_at: Date;
}

/** A person's row, or the tombstone that keeps an erased one's handle. */
export interface PersonRecord extends Person {
  isErased: boolean;
}

export interface PeopleReads {
  findPerson(sub: string): Promise<PersonRecord | null>;
  /** Nobody who is erased is found by handle or by search. */
  findByHandle(handle: string): Promise<ShortUser | null>;
  /** With the count of own unexpired top-level cruds. */
  findProfile(sub: string, now: Date): Promise<Profile | null>;
  readEmail(sub: string): Promise<string>;
  /** Also by somebody who is erased: a handle is one person's for ever. */
  isHandleTaken(handle: string): Promise<boolean>;
  /** Whose erasure began before a time and has not ended. */
  findUnfinishedErasures(before: Date): Promise<string[]>;
  /** The subs of the authors of the latest unexpired cruds, most recently active first. */
  findLatestAuthors(now: Date, limit: number): Promise<string[]>;
  /** Those of these people who are not erased, in the order given. */
  findUnerased(subs: readonly string[]): Promise<ShortUser[]>;
  /** People whose handle or a word of whose name begins with the words, by handle; of many those found by handle first. */
  searchPeople(words: string, limit: number): Promise<ShortUser[]>;
  /** Hashtags of unexpired cruds by how many use them; with `prefix`, only those that begin so. */
  listHashtags(now: Date, limit: number, prefix?: string): Promise<HashtagCount[]>;
}

export interface PeopleWrites {
  /** @returns 'taken' when the handle is another person's or this one is erased; a person who is there already is left as they are */
  insert(person: NewPerson): Promise<'done' | 'taken'>;
  updateProfile(sub: string, display_name: string, bio: string | null): Promise<void>;
  /** @returns false for an erased person, who gets no picture any more */
  bumpAvatarVersion(sub: string): Promise<boolean>;
  /** Holds a living person against erasure until the transaction ends. */
  lockAndCheckErased(sub: string): Promise<boolean>;
  /** The subs of those of these handles that exist, in the order given. */
  subsOf(handles: readonly string[]): Promise<string[]>;
}

/** The steps of an erasure. Each is small, may be repeated, and is a transaction of its own. */
export interface ErasureWrites {
  /** Makes the row a tombstone: nameless, found by nobody, unable to act. Waits for what the person is doing. */
  startErasure(sub: string, now: Date): Promise<'begins' | 'goes on' | 'nothing to do'>;
  /**
   * Burns some of a person's cruds and replies, the newest first, and the replies to them.
   * @returns the uuids that are gone, of what stays those that lost replies, and whether no replies are left for later
   */
  burnCruds(sub: string): Promise<{ gone: string[]; parents: string[]; complete: boolean }>;
  /** Takes back some likes and reposts. @returns the cruds that lost them, and whether there are more */
  removeMarks(sub: string): Promise<{ unmarked: string[]; more: boolean }>;
  /**
   * Removes a person and their messages from one conversation, in several calls when there are many messages.
   * @returns the conversation, its other person and whether the person has left it; null when there is none
   */
  leaveConversation(sub: string): Promise<{ uuid: string; other: string; left: boolean } | null>;
  /** Some of the notifications by and for a person, their operations, and what is in their stream. @returns whether there is more */
  deleteSomeRows(sub: string): Promise<boolean>;
  /** Nothing of the person is left but the tombstone. */
  finishErasure(sub: string): Promise<void>;
}
