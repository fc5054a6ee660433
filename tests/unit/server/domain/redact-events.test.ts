import { ORIGIN, type EventData, type StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { redactExpired } from '../../../../server/src/domain/sync/redact-events.ts';
import { createCrud, createEvent, uuidOf } from '../../client/sync/sample-events.ts';
import { RedactedHistory } from '../../../../server/src/streams/event-history.ts';

const END = Date.parse('2030-01-01T01:00:00.000Z');
const author = { cognito_user_uuid: uuidOf(800) };
const crud = createCrud(1, { expires_at: new Date(END).toISOString() });
const created = createEvent(1, { kind: 'activity.created', data: crud });
const empty = createEvent(1, { kind: 'void', data: null });

const reply = (seq: number, number: number, parent: number) =>
  createEvent(seq, {
    kind: 'reply.created',
    data: createCrud(number, { reply_to_activity_uuid: uuidOf(parent) }),
  });
const burn = (seq: number, nested?: EventData<'activity.deleted'>['nested']) =>
  createEvent(seq, { kind: 'activity.deleted', data: { uuid: uuidOf(1), ...(nested && { nested }) } });

function remember(...events: StreamEvent[]) {
  const recent = new RedactedHistory(10);
  recent.startAt(ORIGIN);
  for (const event of events) recent.add(event);
  return recent;
}

test('[BURN-1] an event whose crud expires in this millisecond keeps its position and loses its text', () => {
  expect(redactExpired(created, END - 1)).toBe(created);
  expect(redactExpired(created, END)).toEqual(empty);
});

test('[BURN-1] the cached answer for equal requests loses its text in that millisecond too', () => {
  const recent = remember(created);
  const before = recent.after(ORIGIN, END - 2);
  expect(recent.after(ORIGIN, END - 1)).toBe(before);
  expect([before, recent.after(ORIGIN, END)]).toEqual([[created], [empty]]);
});

test('the gateway’s memory drops a burned crud', () => {
  expect(remember(created, burn(2)).after(ORIGIN, 0)).toEqual([empty, burn(2)]);
});

test('the gateway’s memory drops the cruds of a suspended author, and reads the log after the suspension', () => {
  const hidden = createEvent(2, { kind: 'person.hidden', data: author });
  const recent = remember(created, hidden);
  expect(recent.after(ORIGIN, 0)).toEqual([empty, hidden]);
  recent.add(createEvent(3, { kind: 'person.shown', data: author }));
  expect(recent.after(ORIGIN, 0)).toBeNull();
});

test('the gateway’s memory drops the replies to a burned crud at any depth', () => {
  const recent = remember(reply(1, 2, 1), reply(2, 3, 2), burn(3, [uuidOf(2)]));
  expect(recent.after(ORIGIN, 0)?.map(({ kind }) => kind)).toEqual(['void', 'void', 'activity.deleted']);
});

test('where burned replies are too many to name, earlier events are read from the log', () => {
  const later = reply(3, 3, 2);
  const recent = remember(reply(1, 2, 1), burn(2, 'too many'), later);
  expect(recent.after(ORIGIN, 0)).toBeNull();
  expect(recent.after(burn(2), 0)).toEqual([later]);
});

test('the gateway’s memory drops a deleted user’s previous name', () => {
  const [before, later] = ['Odalys', 'Deleted account'].map((display_name, index) =>
    createEvent(index + 1, {
      kind: 'profile.updated',
      data: { ...author, display_name, handle: 'odalys', bio: '', avatar_version: 0, cruds_count: 0 },
    }),
  );
  if (!before || !later) throw new Error('there are two events');
  expect(remember(before, later).after(ORIGIN, 0)).toEqual([empty, later]);
});
