import { ORIGIN, type EventData, type StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { redactExpired } from '../../../server/src/domain/sync/redact-events.ts';
import { createEventHistory } from '../../../server/src/streams/event-history.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const at = '2030-01-01T00:00:00.000Z';
const data: EventData<'activity.created'> = {
  uuid: UUID,
  handle: 'bayko',
  display_name: 'Bayko',
  cognito_user_uuid: UUID,
  message: 'soon gone',
  avatar_version: 0,
  created_at: at,
  expires_at: '2030-01-01T01:00:00.000Z',
  reply_to_activity_uuid: null,
  replies_count: 0,
  reposts_count: 0,
  likes_count: 0,
};
const created: StreamEvent = { seq: 1, tag: 'a', at, kind: 'activity.created', data };
const empty: StreamEvent = { seq: 1, tag: 'a', at, kind: 'void', data: null };

const profile = (seq: number, display_name: string): StreamEvent => ({
  seq,
  tag: `t${seq}`,
  at,
  kind: 'profile.updated',
  data: {
    handle: 'bayko',
    display_name,
    bio: '',
    cognito_user_uuid: UUID,
    avatar_version: 0,
    cruds_count: 0,
  },
});

test('[BURN-1] an event whose crud expires in this millisecond keeps its position and loses its text', () => {
  const end = Date.parse('2030-01-01T01:00:00.000Z');
  expect(redactExpired(created, end - 1)).toBe(created);
  expect(redactExpired(created, end)).toEqual(empty);
});

test('[BURN-1] the cached answer for equal requests loses its text in that millisecond too', () => {
  const end = Date.parse('2030-01-01T01:00:00.000Z');
  const recent = createEventHistory(10);
  recent.add(ORIGIN, [created]);
  const before = recent.after(ORIGIN, end - 2);
  expect(recent.after(ORIGIN, end - 1)).toBe(before);
  expect([before, recent.after(ORIGIN, end)]).toEqual([[created], [empty]]);
});

test('[BURN-2] the gateway’s memory drops a burned crud', () => {
  const recent = createEventHistory(10);
  const burned: StreamEvent = { seq: 2, tag: 'b', at, kind: 'activity.deleted', data: { uuid: UUID } };
  recent.add(ORIGIN, [created, burned]);
  expect(recent.after(ORIGIN, 0)).toEqual([empty, burned]);
});

test('[SUSPEND-4] the gateway’s memory drops the cruds of a suspended author, and reads the log after the suspension', () => {
  const recent = createEventHistory(10);
  const visibility = (seq: number, kind: 'person.hidden' | 'person.shown'): StreamEvent => ({
    ...{ seq, tag: `t${seq}`, at },
    ...{ kind, data: { cognito_user_uuid: UUID } },
  });
  recent.add(ORIGIN, [created, visibility(2, 'person.hidden')]);
  expect(recent.after(ORIGIN, 0)).toEqual([empty, visibility(2, 'person.hidden')]);
  recent.add({ seq: 2, tag: 't2' }, [visibility(3, 'person.shown')]);
  expect(recent.after(ORIGIN, 0)).toBeNull();
});

const reply = (seq: number, uuid: string, parent: string): StreamEvent => ({
  seq,
  tag: `t${seq}`,
  at,
  kind: 'reply.created',
  data: { ...data, uuid, reply_to_activity_uuid: parent },
});
const OTHER = '00000000-0000-4000-8000-000000000002';
const NESTED = '00000000-0000-4000-8000-000000000003';

test('[PURGE-2] the gateway’s memory drops the replies to a burned crud at any depth', () => {
  const recent = createEventHistory(10);
  const burned: StreamEvent = {
    seq: 3,
    tag: 'c',
    at,
    kind: 'activity.deleted',
    data: { uuid: UUID, nested: [OTHER] },
  };
  const [direct, deep] = [reply(1, OTHER, UUID), reply(2, NESTED, OTHER)];
  recent.add(ORIGIN, [direct, deep, burned]);
  expect(recent.after(ORIGIN, 0)?.map(({ kind }) => kind)).toEqual(['void', 'void', 'activity.deleted']);
});

test('[PURGE-2] where burned replies are too many to name, earlier events are read from the log', () => {
  const recent = createEventHistory(10);
  const burned: StreamEvent = {
    seq: 2,
    tag: 'b',
    at,
    kind: 'activity.deleted',
    data: { uuid: UUID, nested: 'too many' },
  };
  const later = reply(3, NESTED, OTHER);
  recent.add(ORIGIN, [reply(1, OTHER, UUID), burned, later]);
  expect(recent.after(ORIGIN, 0)).toBeNull();
  expect(recent.after(burned, 0)).toEqual([later]);
});

test('[ERASE-16] the gateway’s memory drops a deleted user’s previous name', () => {
  const recent = createEventHistory(10);
  const [before, later] = [profile(1, 'Bayko'), profile(2, 'Deleted account')];
  recent.add(ORIGIN, [before, later]);
  expect(recent.after(ORIGIN, 0)).toEqual([{ ...empty, tag: 't1' }, later]);
});
