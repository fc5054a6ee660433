import { expect, test } from 'vitest';
import {
  groupBubbles,
  type Bubble,
  type MessageState,
} from '../../../../client/src/messages/message-groups.ts';
import { odalys } from '../sync/sample-events.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const MINUTE = 60_000;

function bubble(handle: string, minutesAgo: number, state: MessageState = 'sent'): Bubble {
  const created_at = new Date(noon - minutesAgo * MINUTE).toISOString();
  const uuid = `${handle}-${String(minutesAgo)}`;
  return { message: { ...odalys, handle, uuid, message: 'words', created_at }, own: handle === 'me', state };
}

const shape = (bubbles: Bubble[]) =>
  groupBubbles(bubbles, noon).map((group) => group.bubbles.map(({ message }) => message.uuid));

test('[FEED-7] a group keeps its key when older or newer messages join it', () => {
  const all = [bubble('me', 9), bubble('ada', 8), bubble('ada', 7), bubble('me', 3), bubble('me', 2)];
  const marks = { pivot: 'me-3' };
  const keys = (some: Bubble[]) => groupBubbles(some, noon, marks).map(({ key }) => key);
  expect(keys(all.slice(2, 4))).toEqual(['ada-7', 'me-3']);
  expect(keys(all)).toEqual(['me-9', 'ada-7', 'me-3']);
});

test('[TALK-2] the first new message begins a group', () => {
  const some = [bubble('ada', 3), bubble('ada', 2)];
  const groups = groupBubbles(some, noon, { firstNew: 'ada-2' });
  expect(groups.map(({ key, isNew }) => [key, isNew])).toEqual([
    ['ada-3', false],
    ['ada-2', true],
  ]);
});

test('a group ends with its sender, after five minutes, and with the day', () => {
  expect(shape([bubble('teo', 9), bubble('teo', 5), bubble('me', 4), bubble('teo', 3)])).toEqual([
    ['teo-9', 'teo-5'],
    ['me-4'],
    ['teo-3'],
  ]);
  expect(shape([bubble('teo', 9), bubble('teo', 4)])).toEqual([['teo-9'], ['teo-4']]);
  expect(shape([bubble('teo', 12 * 60 + 1), bubble('teo', 12 * 60 - 1)])).toHaveLength(2);
});

test('[UNSEND-6] the viewer’s messages can be removed for 24 hours', () => {
  const day = 24 * 60;
  const groups = groupBubbles(
    [bubble('me', day + 1), bubble('me', day), bubble('me', day - 1), bubble('teo', 1), bubble('me', 0)],
    noon,
  );
  expect(groups.map(({ bubbles, fixed }) => [bubbles.length, fixed])).toEqual([
    [3, 2],
    [1, 1],
    [1, 0],
  ]);
});

test('a notice is between the messages before and after it, in a group of one sender too', () => {
  const some = [bubble('teo', 3), bubble('teo', 2), bubble('teo', 1)];
  const noticeAt = new Date(noon - 2.5 * MINUTE).toISOString();
  const groups = groupBubbles(some, noon, { noticeAt });
  expect(groups.map(({ bubbles, isAfterNotice }) => [bubbles.length, isAfterNotice])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test('a separator marks the beginning of a day', () => {
  const days = groupBubbles([bubble('teo', 1500), bubble('me', 1499), bubble('teo', 1)], noon);
  expect(days.map(({ day }) => day)).toEqual(['Yesterday', null, 'Today']);
});

test('the tick is shown below the viewer’s last group, and below each failure', () => {
  const groups = groupBubbles(
    [bubble('me', 30, 'read'), bubble('teo', 20), bubble('me', 10), bubble('me', 9, 'failed')],
    noon,
  );
  expect(groups.map(({ showsStatus }) => showsStatus)).toEqual([false, false, true, true]);
  expect(groups).toHaveLength(4);
});
