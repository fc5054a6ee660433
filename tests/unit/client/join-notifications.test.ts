import type { Notification } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { groupNotifications } from '../../../client/src/screens/notifications/group-notifications.ts';
import { createCrud } from './sample-events.ts';

const told = (
  number: number,
  reason: Notification['reason'],
  by: string,
  more: Partial<Notification> = {},
): Notification => ({
  ...createCrud(number),
  liked: false,
  reposted: false,
  reason,
  unread: false,
  actor: { handle: by, display_name: by, cognito_user_uuid: '', avatar_version: 0 },
  ...more,
});

test('[NOTE-7] likes of one crud are one line with the newest user, and so are reposts; replies and mentions are separate lines', () => {
  const joined = groupNotifications([
    told(1, 'like', 'ann'),
    told(1, 'reply', 'bob'),
    told(2, 'like', 'ann'),
    told(1, 'like', 'cyd', { others: 3, unread: true }),
    told(1, 'repost', 'cyd'),
    told(1, 'reply', 'cyd'),
    told(1, 'like', 'dan'),
  ]);
  expect(
    joined.map(({ message, reason, actor, others = 0, unread }) => [
      message,
      reason,
      actor.handle,
      others,
      unread,
    ]),
  ).toEqual([
    ['crud 1', 'like', 'ann', 5, true],
    ['crud 1', 'reply', 'bob', 0, false],
    ['crud 2', 'like', 'ann', 0, false],
    ['crud 1', 'repost', 'cyd', 0, false],
    ['crud 1', 'reply', 'cyd', 0, false],
  ]);
});
