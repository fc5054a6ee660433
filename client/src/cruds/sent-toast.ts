import { useCallback } from 'react';
import { type SentPost, type ToastInput, type UpdateToast, useToasts } from '../base/ui/toasts.tsx';
import { isWaiting } from '../sync/outbox/outbox-item.ts';
import { useOutbox } from '../sync/outbox/outbox-react.tsx';
import type { Outbox } from '../sync/outbox/outbox.ts';

const TOAST_ID = 'sent';
/** How long the toast offers Undo, after the last post was sent. */
const UNDO_SECONDS = 5;

type FollowedOutbox = Pick<Outbox, 'subscribe' | 'getSnapshot' | 'wasAccepted'>;
type NewPost = Omit<SentPost, 'waits'>;

/** @returns counts a post that is in the outbox in the one toast that offers Undo; keeps its identity */
export function useAddSentPost(): (post: NewPost) => void {
  const outbox = useOutbox();
  const { updateToast } = useToasts();
  return useCallback((post: NewPost) => addSentPost(outbox, updateToast, post), [outbox, updateToast]);
}

/** Follows the post in the outbox: the toast says that it waits until it is sent. One that was refused or cancelled is not counted. */
export function addSentPost(outbox: FollowedOutbox, updateToast: UpdateToast, post: NewPost): void {
  const { row } = post;
  const change = (changePosts: (posts: readonly SentPost[]) => readonly SentPost[]) =>
    updateToast(TOAST_ID, (shown) => {
      const posts = shown?.posts ?? [];
      const next = changePosts(posts);
      return shown && next === posts ? shown : createSentToast(next, remove);
    });
  const remove = (gone: string) =>
    change((posts) =>
      posts.some((one) => one.row === gone) ? posts.filter((one) => one.row !== gone) : posts,
    );
  const markSent = () =>
    change((posts) =>
      posts.some((one) => one.row === row)
        ? posts.map((one) => (one.row === row ? { ...one, waits: false } : one))
        : posts,
    );
  const follow = () => {
    const item = outbox.getSnapshot().find((one) => one.row === row);
    if (item && isWaiting(item)) return;
    stop();
    if (!item && outbox.wasAccepted(row)) markSent();
    else remove(row);
  };
  change((posts) => [...posts, { ...post, waits: true }]);
  const stop = outbox.subscribe(follow);
  follow();
}

/** Undo takes back the last post; the toast goes on for the others. */
function createSentToast(posts: readonly SentPost[], remove: (row: string) => void): ToastInput | null {
  const last = posts.at(-1);
  if (!last) return null;
  const isOnly = posts.length === 1;
  const waiting = posts.filter(({ waits }) => waits);
  return {
    posts,
    text: waiting.length > 0 ? describeWaiting(waiting) : describeSent(posts),
    stays: waiting.length > 0,
    seconds: UNDO_SECONDS,
    action: {
      label: isOnly ? 'Undo' : 'Undo last',
      keepsToast: !isOnly,
      run: () => {
        last.undo();
        if (!isOnly) remove(last.row);
      },
    },
  };
}

function describeWaiting(posts: readonly SentPost[]): string {
  return posts.length === 1 ? 'Waits to be sent.' : `${countPosts(posts)} wait to be sent.`;
}

function describeSent(posts: readonly SentPost[]): string {
  const [only, second] = posts;
  return `${only && !second ? NAMES[only.kind] : countPosts(posts)} lit.`;
}

const NAMES = { crud: 'Crud', reply: 'Reply' };
const COUNTED = [
  { kind: 'crud', one: 'crud', many: 'cruds' },
  { kind: 'reply', one: 'reply', many: 'replies' },
] as const;

/** "2 cruds and 1 reply" */
function countPosts(posts: readonly SentPost[]): string {
  return COUNTED.map((counted) => ({
    ...counted,
    count: posts.filter(({ kind }) => kind === counted.kind).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`)
    .join(' and ');
}
