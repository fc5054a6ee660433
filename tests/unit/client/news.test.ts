import type { Activity, StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { crud, event, history, uuidOf } from './history.ts';
import { newsRoom } from './news-room.ts';

/** Twelve cruds, two of them burned, one reply and one new name: place n of the stream is event n. */
const STORY: StreamEvent[] = [
  ...history(5),
  event(6, { kind: 'activity.deleted', data: { uuid: uuidOf(2) } }),
  event(7, { kind: 'reply.created', data: crud(70, { reply_to_activity_uuid: uuidOf(3) }) }),
  event(8, { kind: 'void', data: null }),
  event(9, {
    kind: 'profile.updated',
    data: {
      ...{ handle: 'odalys', display_name: 'Odalys the Second', bio: '', cruds_count: 4, avatar_version: 0 },
      cognito_user_uuid: uuidOf(800),
    },
  }),
  event(10, { kind: 'activity.created', data: crud(10, { display_name: 'Odalys the Second' }) }),
  event(11, { kind: 'activity.deleted', data: { uuid: uuidOf(10) } }),
  event(12, { kind: 'activity.created', data: crud(12, { display_name: 'Odalys the Second' }) }),
];

/** The home page as the store would show it after so many events, worked out the plain way. */
function snapshot(seq: number): FeedPage {
  const past = STORY.slice(0, seq);
  const burned = past.flatMap(({ kind, data }) => (kind === 'activity.deleted' ? [data.uuid] : []));
  const replies = past.filter(({ kind }) => kind === 'reply.created').length;
  const display_name = seq >= 9 ? 'Odalys the Second' : 'Odalys';
  const items = past
    .flatMap((one) => (one.kind === 'activity.created' ? [one.data] : []))
    .filter(({ uuid }) => !burned.includes(uuid))
    .map((data): Activity => ({ ...data, display_name, liked: false, reposted: false }))
    .map((item) => (item.uuid === uuidOf(3) ? { ...item, replies_count: replies } : item))
    .reverse();
  return { head: null, items, next: null, asOf: { public: { seq, tag: `t${seq}` } } };
}

describe('news on cached pages', () => {
  test('[LIVE-3] a page ends up the same, whichever of snapshot and events comes first', () => {
    const place = fc.nat(STORY.length);
    fc.assert(
      fc.property(place, place, (taken, heard) => {
        const room = newsRoom();
        room.news.adopted('public', { seq: 0, tag: '0' }, 'first');
        for (const one of STORY.slice(0, heard)) room.hear(one);
        room.arrive('home', snapshot(taken));
        for (const one of STORY.slice(heard)) room.hear(one);
        expect(room.items('home')).toEqual(snapshot(STORY.length).items);
      }),
    );
  });

  test('[LIVE-3] a page whose gap is no longer remembered is fetched again', () => {
    const room = newsRoom();
    room.news.adopted('public', { seq: 9, tag: 't9' }, 'first');
    room.arrive('home', snapshot(8));
    expect(room.refetched).toEqual(['home']);
  });

  test('[LIVE-3] what its author’s tab showed at once is not doubled by its event, and keeps its marks', () => {
    const room = newsRoom();
    room.news.adopted('public', { seq: 5, tag: 't5' }, 'first');
    const page = snapshot(5);
    const own: Activity = { ...crud(99), liked: true, reposted: false };
    room.arrive('home', { ...page, items: [own, ...page.items] });
    room.hear(event(6, { kind: 'activity.created', data: crud(98) }));
    room.hear(event(7, { kind: 'activity.created', data: crud(99) }));
    const [first, second] = room.items('home') as Activity[];
    expect([first?.uuid, second?.uuid]).toEqual([uuidOf(99), uuidOf(98)]);
    expect(first?.liked).toBe(true);
    expect(room.items('home')).toHaveLength(7);
  });

  test('[LIVE-3] after a reset everything is fetched again', () => {
    const room = newsRoom();
    room.news.adopted('public', { seq: 3, tag: 'x3' }, 'reset');
    expect(room.refetched).toEqual(['everything']);
  });

  test('a reply goes into its post’s replies and is counted there once', () => {
    const room = newsRoom();
    const head: Activity = { ...crud(3), liked: false, reposted: false };
    room.news.adopted('public', { seq: 5, tag: 't5' }, 'first');
    const asOf = { public: { seq: 5, tag: 't5' } };
    room.arrive('post', { head, items: [], next: null, asOf });
    const reply = event(6, { kind: 'reply.created', data: crud(70, { reply_to_activity_uuid: uuidOf(3) }) });
    room.hear(reply);
    expect(room.items('post')).toMatchObject([{ uuid: uuidOf(70) }]);
    expect(room.head('post')).toMatchObject({ replies_count: 1 });
  });
});
