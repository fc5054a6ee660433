import type { Insertable } from 'kysely';
import type * as tables from '../repositories/tables.ts';
import { planConversations } from './plan-conversations.ts';
import { planCruds } from './plan-cruds.ts';
import { emailOf, samplePeople } from './people.ts';
import { portraitKey, portraits } from './portraits.ts';
import { type SeedEvent, type SeedRepost, subOf } from './plan-parts.ts';

/** The rows of the sample. `pos` and `seq` are assigned by `append()`, the rest by `writeSeed`. */
export interface SeedPlan {
  people: Insertable<tables.PeopleTable>[];
  /** Pictures as pending uploads, which the running program processes: none of them delays the start. */
  uploads: Insertable<tables.AvatarUploadsTable>[];
  activities: Omit<Insertable<tables.ActivitiesTable>, 'terms'>[];
  hashtags: Omit<Insertable<tables.HashtagsTable>, 'pos'>[];
  likes: Insertable<tables.LikesTable>[];
  reposts: SeedRepost[];
  notifications: Insertable<tables.NotificationsTable>[];
  groups: Insertable<tables.MessageGroupsTable>[];
  members: Insertable<tables.GroupMembersTable>[];
  messages: Insertable<tables.MessagesTable>[];
  /** Oldest first. */
  events: SeedEvent[];
}

/** @param subs the id of each sample person by handle */
export function planSeed(subs: ReadonlyMap<string, string>, now: Date): SeedPlan {
  const cruds = planCruds(subs, now);
  const conversations = planConversations(subs, now);
  const joined = new Date(now.getTime() - 60 * 86_400_000);
  const people = samplePeople.map(({ handle, display_name, bio }) => ({
    sub: subOf(subs, handle),
    email: emailOf(handle),
    created_at: joined,
    handle,
    display_name,
    bio,
  }));
  const uploads = [...portraits.keys()].map((handle) => ({
    key: portraitKey(handle),
    sub: subOf(subs, handle),
    extension: 'png' as const,
    expires_at: now,
    next_check_at: null,
  }));
  const events = [...cruds.events, ...conversations.events].sort((a, b) => a.at.getTime() - b.at.getTime());
  return { people, uploads, ...cruds, ...conversations, events };
}
