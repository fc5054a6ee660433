import { expect, test } from 'vitest';
import type { Counts } from '@cruddur/shared';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

test('[COUNTS-4] likes, reposts, replies and burned replies are sent as counts to every socket', async () => {
  await using app = await startTestApp();
  const [author, fan] = await Promise.all([app.signUp(), app.signUp()]);
  using tab = await connectSocket(app.url, { token: author.accessToken });
  const { uuid } = await author.callOk('createActivity', { body: { message: 'counted' } });
  const params = { activity_uuid: uuid };
  const waitForCounts = (counts: Partial<Counts>) =>
    until(() => isLike(countsFor(tab, uuid).at(-1), counts), {
      what: () => `${JSON.stringify(counts)} is told, after ${JSON.stringify(countsFor(tab, uuid))}`,
    });

  await fan.callOk('like', { params });
  await waitForCounts({ likes_count: 1, reposts_count: 0, replies_count: 0 });
  await fan.callOk('unlike', { params });
  await fan.callOk('repost', { params });
  await waitForCounts({ likes_count: 0, reposts_count: 1 });
  const reply = await fan.callOk('createReply', { params, body: { activity_uuid: uuid, message: 'me too' } });
  await waitForCounts({ replies_count: 1 });
  await fan.callOk('burnActivity', { params: { activity_uuid: reply.uuid } });
  await waitForCounts({ reposts_count: 1, replies_count: 0, likes_count: 0 });
  const versions = countsFor(tab, uuid).map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
});

function countsFor({ frames }: TestSocket, uuid: string): Counts[] {
  return frames.counts.flatMap(({ activities }) => activities).filter((counts) => counts.uuid === uuid);
}

function isLike(counts: Counts | undefined, expected: Partial<Counts>): boolean {
  return counts !== undefined && JSON.stringify({ ...counts, ...expected }) === JSON.stringify(counts);
}
