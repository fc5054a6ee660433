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

test('[NOTE-9] a line of likes has the time of the newest, also beside notifications of earlier versions', () => {
  const newest = '2026-01-02T00:00:00.000Z';
  const joined = groupNotifications([
    told(1, 'like', 'ann', { notified_at: newest }),
    told(1, 'like', 'bob', { notified_at: '2026-01-01T00:00:00.000Z' }),
    told(1, 'like', 'cyd'),
  ]);
  expect(joined.map(({ notified_at }) => notified_at)).toEqual([newest]);
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
