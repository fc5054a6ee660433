import { nextPageOf, parseStreamCursors, type Activity } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

describe('feeds', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  const made: string[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp(), await app.signUp()];
    for (let n = 0; n < 25; n += 1) {
      const author = n % 2 === 0 ? ann : bob;
      made.unshift((await author.callOk('createActivity', { body: { message: `crud ${n}` } })).uuid);
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const uuids = (body: unknown) => (body as Activity[]).map(({ uuid }) => uuid);

  it('[FEED-1] home holds every user’s cruds, newest first', async () => {
    expect(uuids(await ann.callOk('homeFeed'))).toEqual(made);
  });

  it('[FEED-2] successive pages have no gap and no repeat while other users write', async () => {
    const seen: string[] = [];
    let query: Record<string, string> | undefined = { limit: '7' };
    while (query) {
      const page = await ann.call('homeFeed', { query });
      seen.push(...uuids(page.body));
      const before = nextPageOf(page.headers.get('link'));
      query = before ? { limit: '7', before } : undefined;
      if (query) made.unshift((await bob.callOk('createActivity', { body: { message: 'meanwhile' } })).uuid);
    }
    expect(seen).toEqual(made.slice(made.length - 25));
  });

  it('[FEED-3] every feed answer carries the cursors of its snapshot', async () => {
    const page = await ann.call('homeFeed');
    const { streams } = (await ann.callOk('sync')) as { streams: { public: { head: string } } };
    const cursors = parseStreamCursors(page.headers.get('x-cursor'));
    expect(cursors?.me).toBeDefined();
    expect(`${cursors?.public.seq}.${cursors?.public.tag}`).toBe(streams.public.head);
    const visit = await app.visitor.call('profilePage', { params: ann });
    expect(parseStreamCursors(visit.headers.get('x-cursor'))).toEqual({ public: cursors?.public });
  });

  it.each(['0', '101', '-1', 'x', ''])('[FEED-4] the page size %j is refused', async (limit) => {
    const answer = await ann.call('homeFeed', { query: { limit } });
    expect([answer.status, answer.body]).toEqual([422, ['limit_invalid']]);
  });

  it.each(['x', '1', '1~2', '99999999999999999~11111111-1111-4111-8111-111111111111'])(
    '[FEED-5] the paging cursor %j is refused',
    async (before) => {
      const answer = await ann.call('homeFeed', { query: { before } });
      expect([answer.status, answer.body]).toEqual([422, ['cursor_invalid']]);
    },
  );

  it('[FEED-6] the first page holds 50 cruds and the last page has no link', async () => {
    const quiet = await app.signUp();
    for (let n = 0; n < 51; n += 1) await quiet.callOk('createActivity', { body: { message: `${n}` } });
    const page = await app.visitor.call('profilePage', { params: quiet });
    expect((page.body as { activities: unknown[] }).activities).toHaveLength(50);
    const before = nextPageOf(page.headers.get('link')) ?? '';
    const last = await app.visitor.call('profilePage', { params: quiet, query: { before } });
    expect((last.body as { activities: unknown[] }).activities).toHaveLength(1);
    expect(last.headers.get('link')).toBeNull();
  });
});
