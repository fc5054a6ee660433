import type { HashtagCount, Profile, ShortUser } from '@cruddur/shared';
import type { Person } from '../viewer.ts';

export interface NewPerson extends Person {
  email: string;
  created_at: Date;
}

export interface PeopleReads {
  person(sub: string): Promise<Person | null>;
  byHandle(handle: string): Promise<ShortUser | null>;
  /** With the count of own unexpired top-level cruds. */
  profile(sub: string, now: Date): Promise<Profile | null>;
  email(sub: string): Promise<string>;
  handleTaken(handle: string): Promise<boolean>;
  /** Authors of the latest unexpired cruds, most recently active first, without the viewer. */
  active(viewer: string, now: Date, limit: number): Promise<ShortUser[]>;
  /** People whose handle or name begins with the words. */
  search(words: string, limit: number): Promise<ShortUser[]>;
  /** Hashtags of unexpired cruds by how many use them; with `prefix`, only those that begin so. */
  hashtags(now: Date, limit: number, prefix?: string): Promise<HashtagCount[]>;
}

export interface PeopleWrites {
  /** @returns 'taken' when the handle is another person's; a person who is there already is left as they are */
  insert(person: NewPerson): Promise<'done' | 'taken'>;
  updateProfile(sub: string, display_name: string, bio: string | null): Promise<void>;
  bumpAvatarVersion(sub: string): Promise<void>;
  /** The subs of those of these handles that exist, in the order given. */
  subsOf(handles: readonly string[]): Promise<string[]>;
}
