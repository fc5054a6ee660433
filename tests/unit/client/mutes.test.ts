import type { Activity, Mute } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createActiveMutes, endsOf, lastingAfter } from '../../../client/src/compose/create-active-mutes.ts';
import { toSubject } from '../../../client/src/compose/mute-texts.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';

const marks = { liked: false, reposted: false };
const crudOf = (number: number, message: string, author = uuidOf(800)): Activity => ({
  ...createCrud(number, { message, cognito_user_uuid: author, handle: 'odalys' }),
  ...marks,
});
const createMute = (kind: Mute['kind'], value: string, until: string | null = null): Mute => ({
  ...{ uuid: uuidOf(value.length + 900), kind, value, until },
});
const active = (...mutes: Mute[]) => createActiveMutes(viewer.cognito_id, mutes);

test('[MUTE-11] a crud is muted by its author, a word or a hashtag, and the reason is named', () => {
  const person = active(createMute('person', uuidOf(800)));
  expect(person.reasonFor(crudOf(1, 'anything'))).toBe('@odalys');
  expect(person.reasonFor(crudOf(1, 'anything', uuidOf(801)))).toBeNull();
  expect(person.muteOfPerson(uuidOf(800))?.kind).toBe('person');
  const words = active(createMute('word', 'Café'), createMute('hashtag', 'CloudProject'));
  expect(words.reasonFor(crudOf(2, 'The CAFE burns'))).toBe('Café');
  expect(words.reasonFor(crudOf(3, 'On #cloudproject today'))).toBe('#CloudProject');
  expect(words.reasonFor(crudOf(4, 'CloudProject without the sign'))).toBeNull();
  expect(words.reasonFor(crudOf(5, '#CloudProjects are others'))).toBeNull();
  expect(words.reasonFor(crudOf(6, 'cafes'))).toBeNull();
});

test('[MUTE-11] the viewer’s own cruds are never muted', () => {
  const own = crudOf(1, 'my spoiler', viewer.cognito_id);
  expect(active(createMute('word', 'spoiler')).reasonFor(own)).toBeNull();
});

test('[MUTE-11] a changed text is matched again', () => {
  const mutes = active(createMute('word', 'spoiler'));
  const crud = crudOf(1, 'a spoiler');
  expect(mutes.reasonFor(crud)).toBe('spoiler');
  expect(mutes.reasonFor({ ...crud, message: '' })).toBeNull();
});

test('[MUTE-6] each mute ends in its millisecond, and one without an end stays', () => {
  const first = '2026-01-01T01:00:00.000Z';
  const second = '2026-01-02T00:00:00.000Z';
  const mutes = [
    createMute('word', 'later', second),
    createMute('word', 'stays'),
    createMute('hashtag', 'soon', first),
  ];
  expect(endsOf(mutes)).toEqual([first, second].map((end) => Date.parse(end)));
  const valuesAfter = (lastEnd: number) => lastingAfter(mutes, lastEnd).map(({ value }) => value);
  expect(valuesAfter(-Infinity)).toEqual(['later', 'stays', 'soon']);
  expect(valuesAfter(Date.parse(first) - 1)).toEqual(['later', 'stays', 'soon']);
  expect(valuesAfter(Date.parse(first))).toEqual(['later', 'stays']);
  expect(valuesAfter(Date.parse(second))).toEqual(['stays']);
});

test('[MUTE-12] what is typed with the sign of a hashtag is one, anything else is a word', () => {
  expect(toSubject(' #AWS ')).toEqual({ kind: 'hashtag', value: 'AWS' });
  expect(toSubject(' two words ')).toEqual({ kind: 'word', value: 'two words' });
});

test('[MUTE-5] a tab adds, changes and removes a mute with its event, without a fetch', () => {
  const fixture = createUpdatesFixture();
  const asOf = { public: { seq: 0, tag: '0' }, me: { seq: 0, tag: '0' } };
  const head = { cognito_user_uuid: viewer.cognito_id, unread: { notifications: 0, messages: 0 } };
  fixture.addFetched('me', { head, items: [], next: null, asOf });
  const first = { ...createMute('word', 'spoiler'), uuid: uuidOf(901) };
  const second = { ...createMute('hashtag', 'aws'), uuid: uuidOf(902) };
  const later = { ...first, until: '2026-01-01T00:00:00.000Z' };
  const receive = (seq: number, uuid: string, mute: Mute | null) =>
    fixture.cacheUpdates.applyEvent({
      stream: 'me',
      event: createEvent(seq, { kind: 'mute.changed', data: { uuid, mute } }),
    });
  const mutes = () => (fixture.head('me') as { mutes: Mute[] }).mutes;
  receive(1, first.uuid, first);
  receive(2, second.uuid, second);
  expect(mutes()).toEqual([second, first]);
  receive(3, first.uuid, later);
  expect(mutes()).toEqual([later, second]);
  receive(4, first.uuid, null);
  receive(5, uuidOf(903), null);
  expect(mutes()).toEqual([second]);
  expect(fixture.refetched).toEqual([]);
});
