import type { Activity, Marks } from '@cruddur/shared';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Call } from '../../../client/src/api/http-client.ts';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { createMarkToggle } from '../../../client/src/compose/mark-toggle.ts';
import { until } from '../../support/until.ts';
import { createDeferred } from './create-deferred.ts';
import { createCrud, uuidOf } from './sample-events.ts';

/** A page with one crud, and a server that answers on request of the test. */
function createMarkedPage() {
  const client = new QueryClient();
  const before: Activity = {
    ...createCrud(1),
    liked: false,
    reposted: false,
    likes_count: 4,
    reposts_count: 0,
  };
  const home: FeedPage = { head: null, items: [before], next: null, asOf: null };
  client.setQueryData(queryKeys.home, { pages: [home], pageParams: [null] });
  const requests: { name: string; answer: (marks: Partial<Marks> | null) => void }[] = [];
  const call = (async (name: string) => {
    const { promise, resolve } = createDeferred<Partial<Marks> | null>();
    requests.push({ name, answer: resolve });
    const marks = await promise;
    if (!marks) throw new Error('no answer');
    return { data: { uuid: uuidOf(1), ...marks }, cursors: null, next: null };
  }) as unknown as Call;
  const errors: string[] = [];
  const mark = createMarkToggle({ call, client, showToast: ({ text }) => errors.push(text) });
  const shown = () => {
    const [first] = client.getQueryData<InfiniteData<FeedPage>>(queryKeys.home)?.pages ?? [];
    return first?.items[0] ?? before;
  };
  return { requests, errors, shown, press: (what: 'like' | 'repost', seen = shown()) => mark(seen, what) };
}

test('[MARK-6] presses on one crud are sent one after the other, and the page shows the last one throughout', async () => {
  const { requests, shown, press } = createMarkedPage();
  const liking = press('like');
  const unliking = press('like');
  expect(shown()).toMatchObject({ liked: false, likes_count: 4 });
  await until(() => requests.length === 1, { what: 'the first request is sent' });
  requests[0]?.answer({ liked: true, reposted: false, likes_count: 9, reposts_count: 0 });
  await liking;
  expect(shown()).toMatchObject({ liked: false, likes_count: 4 });
  await until(() => requests.length === 2, { what: 'the second request is sent' });
  expect(requests.map(({ name }) => name)).toEqual(['like', 'unlike']);
  requests[1]?.answer({ liked: false, reposted: false, likes_count: 8, reposts_count: 0 });
  await unliking;
  expect(shown()).toMatchObject({ liked: false, likes_count: 8 });
});

test('[MARK-6] a failed press is rolled back to the server’s last known state, however many presses there were', async () => {
  const { requests, errors, shown, press } = createMarkedPage();
  const presses = Promise.all([press('like'), press('like'), press('repost')]);
  for (const turn of [0, 1, 2]) {
    await until(() => requests[turn], { what: `request ${turn} is sent` });
    requests[turn]?.answer(
      turn === 1 ? { liked: false, reposted: false, likes_count: 7, reposts_count: 3 } : null,
    );
  }
  await presses;
  expect(requests.map(({ name }) => name)).toEqual(['like', 'unlike', 'repost']);
  expect(errors).toHaveLength(2);
  expect(shown()).toMatchObject({ liked: false, reposted: false, likes_count: 7, reposts_count: 3 });
});

test('[MARK-6] each press inverts the result of the previous one, whatever the screen showed at that time', async () => {
  const { requests, shown, press } = createMarkedPage();
  const seen = shown();
  const presses = Promise.all([press('like', seen), press('like', seen), press('like', seen)]);
  expect(shown()).toMatchObject({ liked: true, likes_count: 5 });
  for (const turn of [0, 1, 2]) {
    await until(() => requests[turn], { what: `request ${turn} is sent` });
    requests[turn]?.answer({ liked: turn !== 1, reposted: false, likes_count: 5, reposts_count: 0 });
  }
  await presses;
  expect(requests.map(({ name }) => name)).toEqual(['like', 'unlike', 'like']);
  expect(shown()).toMatchObject({ liked: true, likes_count: 5 });
});
