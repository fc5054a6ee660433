import type { Activity, Profile } from '@cruddur/shared';
import type { UseCases } from '../../../../server/src/domain/use-case.ts';

export const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'> & $& \u2028`;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

export const person = {
  handle: 'bayko',
  display_name: HOSTILE,
  avatar_version: 0,
  cognito_user_uuid: '6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a',
};
export const activity: Activity = {
  ...person,
  uuid: '0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11',
  message: HOSTILE,
  created_at: inMs(-60_000),
  expires_at: inMs(3_600_000),
  reply_to_activity_uuid: null,
  replies_count: 0,
  reposts_count: 0,
  likes_count: 3,
  liked: false,
  reposted: false,
};
const profile: Profile = { ...person, bio: HOSTILE, cruds_count: 1 };
export const cursors = { public: { seq: 7, tag: 'a1' } };

/** The answer to a page with hostile texts. */
export const hostileUseCases: Pick<UseCases, 'newestCruds' | 'profilePage' | 'singlePost'> = {
  newestCruds: () => Promise.resolve({ cursors, data: [activity] }),
  profilePage: () =>
    Promise.resolve({ cursors, data: { profile, activities: [{ ...activity, reposted_by: null }] } }),
  singlePost: () => Promise.resolve({ cursors, data: { activity, replies: [] } }),
};
