import { expect, test } from 'vitest';
import type { PendingCrud } from '../../../client/src/compose/pending-rows.ts';
import type { OutboxState } from '../../../client/src/crud/outbox-status.tsx';
import { addPendingRows } from '../../../client/src/feed/add-pending-rows.ts';
import type { Bubble, MessageState } from '../../../client/src/message/message-groups.ts';
import { canEdit, canRetry } from '../../../client/src/outbox/outbox-item.ts';
import { toBubbles } from '../../../client/src/screens/messages/to-bubbles.ts';
import { feed, ines } from '../../../client/src/gallery/samples.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
const actions = { onCopy: () => undefined, onDiscard: () => undefined };
const waiting: OutboxState = { kind: 'waiting' };
const refused: OutboxState = { kind: 'refused', errors: ['message_blank'], ...actions };
const stale: OutboxState = { kind: 'stale', ...actions };

const crud = (minute: number) => {
  const [sample] = feed;
  if (!sample) throw new Error('no sample');
  return { ...sample, uuid: `crud ${minute}`, created_at: at(minute) };
};
const row = (minute: number) => ({ key: `crud ${minute}`, crud: { activity: crud(minute) } });
const pendingCrud = (minute: number, outbox: OutboxState): PendingCrud => ({
  activity: crud(minute),
  outbox,
});

test('[OUTBOX-15] a failed crud keeps the place of its time, and a waiting one is on top', () => {
  const rows = addPendingRows(
    [row(40), row(30), row(20)],
    [pendingCrud(35, waiting), pendingCrud(25, refused), pendingCrud(10, stale)],
  );
  expect(rows.map(({ key }) => key)).toEqual([
    'crud 35',
    'crud 40',
    'crud 30',
    'crud 25',
    'crud 20',
    'crud 10',
  ]);
});

test('[OUTBOX-15] the time of a reposted crud places no failed one', () => {
  const repost = { key: 'repost', crud: { activity: { ...crud(1), reposted_by: ines } } };
  const rows = addPendingRows([repost, row(20)], [pendingCrud(30, refused)]);
  expect(rows.map(({ key }) => key)).toEqual(['repost', 'crud 30', 'crud 20']);
});

test('[OUTBOX-15] a failed message keeps the place of its time, and a waiting one is at the end', () => {
  const message = (minute: number) => ({
    ...ines,
    uuid: `message ${minute}`,
    message: 'hello',
    created_at: at(minute),
  });
  const bubble = (minute: number, state: MessageState): Bubble => ({
    message: message(minute),
    own: true,
    state,
  });
  const bubbles = toBubbles(
    [{ items: [message(40), message(20)], head: { read_uuid: null } }] as never,
    [bubble(10, 'stale'), bubble(30, 'failed'), bubble(35, 'sending')],
    { viewerId: ines.cognito_user_uuid, listedReadMark: null, expiredUntil: -Infinity },
  );
  expect(bubbles.map(({ message: { uuid } }) => uuid)).toEqual(
    [10, 20, 30, 40, 35].map((minute) => `message ${minute}`),
  );
});

test.each([
  [['message_exceed_max_chars_1024'], { edit: true, retry: false }],
  [['message_blank', 'ttl_blank'], { edit: true, retry: false }],
  [['generic_413'], { edit: true, retry: true }],
  [['activity_expired'], { edit: false, retry: true }],
  [['user_not_found'], { edit: false, retry: true }],
])('[OUTBOX-14] after %j another text, or the same, may be accepted: %j', (codes, expected) => {
  expect({ edit: canEdit({ codes }), retry: canRetry({ codes }) }).toEqual(expected);
});
