import type { Activity, Marks } from '@cruddur/shared';
import { expect, test } from 'vitest';
import type { Call } from '../../../../client/src/base/http/http-client.ts';
import { queryKeys } from '../../../../client/src/sync/cache/query-keys.ts';
import { createMarkToggle } from '../../../../client/src/cruds/mark-toggle.ts';
import { until } from '../../../support/until.ts';
import { createDeferred } from '../create-deferred.ts';
import { openQueryCache } from '../sync/open-query-cache.ts';
import { createActivity, uuidOf } from '../sync/sample-events.ts';

type Answer = Partial<Marks> | null;

/** A page with one crud, and a server that answers on request of the test. */
function createMarkedPage() {
  const { client, store, items } = openQueryCache();
  const before = createActivity(1, { likes_count: 4 });
  store(queryKeys.home, { head: null, items: [before], next: null, asOf: null });
  const requests: { name: string; answer: (marks: Answer) => void }[] = [];
  const call = (async (name: string) => {
    const { promise, resolve } = createDeferred<Answer>();
    requests.push({ name, answer: resolve });
    const marks = await promise;
    if (!marks) throw new Error('no answer');
    return { data: { uuid: uuidOf(1), ...marks }, cursors: null, next: null };
  }) as unknown as Call;
  const errors: string[] = [];
  const mark = createMarkToggle({ call, client, showToast: ({ text }) => errors.push(text) });
  const shown = () => items<Activity>(queryKeys.home)[0] ?? before;
  return {
    ...{ requests, errors, shown },
    press: (what: 'like' | 'repost', seen = shown()) => mark(seen, what),
    answer: async (turn: number, marks: Answer) => {
      await until(() => requests[turn], { what: `request ${turn} is sent` });
      requests[turn]?.answer(marks);
    },
  };
}

test('presses on one crud are sent one after the other, and the page shows the last one throughout', async () => {
  const { requests, shown, press, answer } = createMarkedPage();
  const liking = press('like');
  const unliking = press('like');
  expect(shown()).toMatchObject({ liked: false, likes_count: 4 });
  await answer(0, { liked: true, reposted: false, likes_count: 9, reposts_count: 0 });
  await liking;
  expect(shown()).toMatchObject({ liked: false, likes_count: 4 });
  await answer(1, { liked: false, reposted: false, likes_count: 8, reposts_count: 0 });
  expect(requests.map(({ name }) => name)).toEqual(['like', 'unlike']);
  await unliking;
  expect(shown()).toMatchObject({ liked: false, likes_count: 8 });
});

test('a failed press is rolled back to the server’s last known state, however many presses there were', async () => {
  const { requests, errors, shown, press, answer } = createMarkedPage();
  const presses = Promise.all([press('like'), press('like'), press('repost')]);
  const known = { liked: false, reposted: false, likes_count: 7, reposts_count: 3 };
  await answer(0, null);
  await answer(1, known);
  await answer(2, null);
  await presses;
  expect(requests.map(({ name }) => name)).toEqual(['like', 'unlike', 'repost']);
  expect(errors).toHaveLength(2);
  expect(shown()).toMatchObject(known);
});

test('each press inverts the result of the previous one, whatever the screen showed at that time', async () => {
  const { requests, shown, press, answer } = createMarkedPage();
  const seen = shown();
  const presses = Promise.all([press('like', seen), press('like', seen), press('like', seen)]);
  expect(shown()).toMatchObject({ liked: true, likes_count: 5 });
  for (const turn of [0, 1, 2])
    await answer(turn, { liked: turn !== 1, reposted: false, likes_count: 5, reposts_count: 0 });
  await presses;
  expect(requests.map(({ name }) => name)).toEqual(['like', 'unlike', 'like']);
  expect(shown()).toMatchObject({ liked: true, likes_count: 5 });
});
