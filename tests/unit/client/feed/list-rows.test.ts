import type { Activity, Notification } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { canMatchSearch } from '../../../../client/src/sync/cache/feed-reducers.ts';
import type { PendingCrud } from '../../../../client/src/cruds/pending-rows.ts';
import { parseIntent } from '../../../../client/src/cruds/visitor-intent.ts';
import type { OutboxState } from '../../../../client/src/cruds/outbox-status.tsx';
import { addPendingRows, foldRuns } from '../../../../client/src/feed/crud-list.tsx';
import { bufferNewItems } from '../../../../client/src/feed/new-items-buffer.ts';
import type { MessageState } from '../../../../client/src/messages/message-groups.ts';
import { canEdit, canRetry } from '../../../../client/src/sync/outbox/outbox-item.ts';
import { toBubbles } from '../../../../client/src/messages/bubbles.ts';
import { groupNotifications } from '../../../../client/src/pages/notifications.tsx';
import { createActivity, createMessage, odalys, teo, uuidOf, viewer } from '../sync/sample-events.ts';

test.each([
  ['whale', 'Is there a WHALE in it?', true],
  ['whale tick', 'A ticket for the whale', true],
  ['whale', 'Nothing of the kind', false],
  ['whale boat', 'Only a boat', false],
  ['#AWS', 'more on the tea. #aws', true],
  ['#AWS', 'no sign of it', false],
  ['@ann', 'hello @ann', false],
  ['?!', 'what?!', false],
  ['caf\u0065\u0301', 'the caf\u00e9 is open', true],
])('a search for %s and the text "%s" may match: %s', (term, text, may) => {
  expect(canMatchSearch(term, text)).toBe(may);
});

test('[FEED-8] new cruds are buffered, but not the reader’s own or when no shown one is left', () => {
  const known = new Set([uuidOf(2), uuidOf(1)]);
  const numbers = (items: readonly Activity[]) => items.map(({ uuid }) => Number(uuid.slice(-12)));
  const buffer = (...items: Activity[]) => {
    const { shown, newItems } = bufferNewItems(items, known, viewer.cognito_id);
    return { shown: numbers(shown), buffered: numbers(newItems) };
  };
  const older = [createActivity(2), createActivity(1), createActivity(0)];
  const own = createActivity(4, { cognito_user_uuid: viewer.cognito_id });
  expect(buffer(createActivity(4), createActivity(3), ...older)).toEqual({
    shown: [2, 1, 0],
    buffered: [4, 3],
  });
  expect(buffer(own, createActivity(3), ...older)).toEqual({ shown: [4, 2, 1, 0], buffered: [3] });
  expect(buffer(createActivity(9))).toEqual({ shown: [9], buffered: [] });
});

const notice = (
  number: number,
  reason: Notification['reason'],
  by: string,
  more: Partial<Notification> = {},
): Notification => ({
  ...{ ...createActivity(number), reason, unread: false, actor: { ...odalys, handle: by } },
  notified_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

test('a line of likes has the time of the newest', () => {
  const newest = '2026-01-02T00:00:00.000Z';
  const joined = groupNotifications([
    notice(1, 'like', 'ann', { notified_at: newest }),
    notice(1, 'like', 'bob'),
  ]);
  expect(joined.map(({ notified_at }) => notified_at)).toEqual([newest]);
});

test('likes of one crud are one line with the newest user, and so are reposts; replies and mentions are separate lines', () => {
  const joined = groupNotifications([
    notice(1, 'like', 'ann'),
    notice(1, 'reply', 'bob'),
    notice(2, 'like', 'ann'),
    notice(1, 'like', 'cyd', { others: 3, unread: true }),
    notice(1, 'repost', 'cyd'),
    notice(1, 'reply', 'cyd'),
    notice(1, 'like', 'dan'),
  ]);
  const lines = joined.map(({ message, reason, actor, others = 0, unread }) =>
    [message, reason, actor.handle, others, unread].join(', '),
  );
  expect(lines).toEqual([
    'crud 1, like, ann, 5, true',
    'crud 1, reply, bob, 0, false',
    'crud 2, like, ann, 0, false',
    'crud 1, repost, cyd, 0, false',
    'crud 1, reply, cyd, 0, false',
  ]);
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
const actions = { onCopy: () => undefined, onDiscard: () => undefined };
const refused: OutboxState = { kind: 'refused', errors: ['message_blank'], ...actions };
const row = (minute: number, more: Partial<Activity> = {}) => ({
  key: uuidOf(minute),
  crud: { activity: createActivity(minute, { created_at: at(minute), ...more }) },
});
const pending = (minute: number, outbox: OutboxState): PendingCrud => ({
  activity: createActivity(minute, { created_at: at(minute) }),
  outbox,
});

test('a failed crud keeps the place of its time, and a waiting one is on top', () => {
  const waiting = pending(35, { kind: 'waiting' });
  const failed = [pending(25, refused), pending(10, { kind: 'stale', ...actions })];
  const rows = addPendingRows([row(40), row(30), row(20)], [waiting, ...failed]);
  expect(rows.map(({ key }) => key)).toEqual([35, 40, 30, 25, 20, 10].map(uuidOf));
  // The time of a reposted crud places no failed one.
  const reposted = addPendingRows([row(1, { reposted_by: odalys }), row(20)], [pending(30, refused)]);
  expect(reposted.map(({ key }) => key)).toEqual([1, 30, 20].map(uuidOf));
});

test('[FEED-1] from the fourth on, consecutive cruds of one person are one row, except the revealed ones', () => {
  const fold = (numbers: number[], revealed: number[] = [], reveal = (..._: string[]) => undefined) => {
    const rows = numbers.map((number) => row(number, number === 5 ? teo : {}));
    return foldRuns(rows, new Set(revealed.map(uuidOf)), reveal);
  };
  const read = (rows: ReturnType<typeof fold>) =>
    rows.map(({ key, crud: { folded } }) => [key, folded?.expiries.length ?? 0]);
  const whole = (...numbers: number[]) => numbers.map((number) => [uuidOf(number), 0]);
  expect(read(fold([4, 3, 2]))).toEqual(whole(4, 3, 2));
  expect(read(fold([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]))).toEqual([
    ...whole(9, 8, 7),
    [uuidOf(6), 1],
    ...whole(5, 4, 3, 2),
    [uuidOf(1), 2],
  ]);
  // A newer crud that joins a run, and the end of the crud between two runs, hide none that was shown.
  expect(read(fold([9, 4, 3, 2, 1, 0], [4, 3, 2]))).toEqual([...whole(9, 4, 3, 2), [uuidOf(1), 2]]);
  const shown = [9, 8, 7, 5, 4, 3, 2];
  expect(read(fold([9, 8, 7, 6, 5, 4, 3, 2, 1, 0], shown))).toEqual([
    ...whole(9, 8, 7),
    [uuidOf(6), 1],
    ...whole(5, 4, 3, 2),
    [uuidOf(1), 2],
  ]);
  expect(read(fold([9, 8, 7, 6, 4, 3, 2, 1, 0], shown))).toEqual([
    ...whole(9, 8, 7),
    [uuidOf(6), 1],
    ...whole(4, 3, 2),
    [uuidOf(1), 2],
  ]);
  const revealed: string[] = [];
  fold([4, 3, 2, 1, 0], [], (...uuids) => void revealed.push(...uuids))
    .at(-1)
    ?.crud.folded?.onShow();
  expect(revealed).toEqual([uuidOf(1), uuidOf(0)]);
});

test('a failed message keeps the place of its time, and a waiting one is at the end', () => {
  const message = (minute: number) => createMessage(minute, { created_at: at(minute) });
  const bubble = (minute: number, state: MessageState) => ({ message: message(minute), own: true, state });
  const bubbles = toBubbles(
    [{ items: [message(40), message(20)], head: { read_uuid: null } }] as never,
    [bubble(10, 'stale'), bubble(30, 'failed'), bubble(35, 'sending')],
    { viewerId: odalys.cognito_user_uuid, listedReadMark: null, expiredUntil: -Infinity },
  );
  expect(bubbles.map(({ message: { uuid } }) => uuid)).toEqual([10, 20, 30, 40, 35].map(uuidOf));
});

test.each([
  [['message_exceed_max_chars_1024'], { edit: true, retry: false }],
  [['message_blank', 'ttl_blank'], { edit: true, retry: false }],
  [['generic_413'], { edit: true, retry: true }],
  [['activity_expired'], { edit: false, retry: true }],
  [['user_not_found'], { edit: false, retry: true }],
])('[OUTBOX-4] after %j another text, or the same, may be accepted: %j', (codes, expected) => {
  expect({ edit: canEdit({ codes }), retry: canRetry({ codes }) }).toEqual(expected);
});

const uuid = '3f0c9f4d-5d0e-4e1b-8a86-0d9f0c6f2b7e';
const NOW = 1_000_000;
const intent = (more: object) => JSON.stringify({ action: 'like', uuid, at: NOW, ...more });

test('[MARK-7] an intent lives for half an hour, and anything else in the storage is none', () => {
  expect(parseIntent(intent({}), NOW + 30 * 60_000)).toEqual({ action: 'like', uuid });
  expect(parseIntent(intent({}), NOW + 30 * 60_000 + 1)).toBeNull();
  const others = [intent({ action: 'burn' }), intent({ uuid: '../me' }), intent({ at: undefined })];
  for (const stored of [null, 'like', '{}', ...others]) expect(parseIntent(stored, NOW)).toBeNull();
});
