import type { Me, StreamEvent } from '@cruddur/shared';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MePage } from '../../../client/src/api/pages.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { createQueryCacheUpdates } from '../../../client/src/cache/query-cache-updates.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';
import { createAvatarVersions } from '../../../client/src/api/avatar-versions.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ME: Me = {
  cognito_user_uuid: viewer.cognito_id,
  handle: viewer.handle,
  display_name: 'Viewer',
  bio: '',
  avatar_version: 0,
  cruds_count: 0,
  email: 'viewer@example.test',
  unread: { notifications: 0, messages: 0 },
};

const at = (seq: number) => ({ seq, tag: `t${seq}` });

/** A message of another user, at a position of the viewer's stream. */
function message(seq: number): StreamEvent {
  const { handle, display_name, cognito_user_uuid, avatar_version, created_at } = createCrud(seq);
  return createEvent(seq, {
    kind: 'message.created',
    data: {
      uuid: uuidOf(seq),
      message_group_uuid: uuidOf(700),
      message: 'psst',
      created_at,
      handle,
      display_name,
      cognito_user_uuid,
      avatar_version,
    },
  });
}

/** The viewer on a page, with a server where each message of another user is unread; it answers on request of the test. */
function account(written = 0) {
  const client = new QueryClient();
  const { cacheUpdates, stop } = createQueryCacheUpdates({
    client,
    viewer: () => viewer,
    runtime: createTestRuntime(),
    avatarVersions: createAvatarVersions(),
  });
  const pending: (() => void)[] = [];
  const answered = () =>
    new Promise<MePage>((resolve) => {
      const head = { ...ME, unread: { notifications: 0, messages: written } };
      const snapshot: MePage = { head, items: [], next: null, asOf: { public: at(0), me: at(written) } };
      pending.push(() => resolve(snapshot));
    });
  const unwatch = new QueryObserver(client, { queryKey: queryKeys.me, queryFn: answered }).subscribe(
    () => undefined,
  );
  return {
    cacheUpdates,
    /** Another user writes, on the server. */
    write: () => message((written += 1)),
    /** Answers the requests so far, and waits for their effects. */
    async answer() {
      for (const reply of pending.splice(0)) reply();
      await vi.advanceTimersByTimeAsync(100);
    },
    pendingCount: () => pending.length,
    unread: () => client.getQueryData<MePage>(queryKeys.me)?.head.unread.messages,
    [Symbol.dispose]() {
      unwatch();
      stop();
      client.clear();
    },
  };
}

describe('[LIVE-12] unread counts', () => {
  test('are refetched when a message came between the answer and the start of the stream', async () => {
    using own = account();
    await own.answer();
    expect(own.unread()).toBe(0);
    const { seq } = own.write();
    own.cacheUpdates.onSnapshot('me', at(seq), 'first');
    await own.answer();
    await own.answer();
    expect(own.unread()).toBe(1);
  });

  test('are refetched when a message overtakes their first answer', async () => {
    using own = account();
    own.cacheUpdates.onSnapshot('me', at(0), 'first');
    own.cacheUpdates.applyEvent({ stream: 'me', event: own.write() });
    await vi.advanceTimersByTimeAsync(100);
    await own.answer();
    await own.answer();
    expect(own.unread()).toBe(1);
  });

  test('are not refetched for a message that they already include', async () => {
    using own = account(1);
    own.cacheUpdates.onSnapshot('me', at(0), 'first');
    await own.answer();
    own.cacheUpdates.applyEvent({ stream: 'me', event: message(1) });
    await vi.advanceTimersByTimeAsync(100);
    expect(own.pendingCount()).toBe(0);
    expect(own.unread()).toBe(1);
  });
});
