import type { SentPost, ToastInput, UpdateToast } from '../base/ui/toasts.tsx';

const TOAST_ID = 'sent';
/** How long the toast offers Undo, after the last post. */
const UNDO_SECONDS = 5;

/** Counts a sent post in the one toast that offers Undo. */
export function addSentPost(updateToast: UpdateToast, post: SentPost): void {
  updateToast(TOAST_ID, (shown) => createSentToast(updateToast, [...(shown?.posts ?? []), post]));
}

/** The toast counts a post no more, which was undone or refused. */
export function removeSentPost(updateToast: UpdateToast, row: string): void {
  updateToast(TOAST_ID, (shown) =>
    createSentToast(updateToast, shown?.posts?.filter((post) => post.row !== row) ?? []),
  );
}

/** Undo takes back the last post; the toast goes on for the others. */
function createSentToast(updateToast: UpdateToast, posts: readonly SentPost[]): ToastInput | null {
  const last = posts.at(-1);
  if (!last) return null;
  const isOnly = posts.length === 1;
  const name = isOnly ? NAMES[last.kind] : countPosts(posts);
  const verb = posts.some(({ kind }) => kind === 'message') ? 'sent' : 'lit';
  return {
    posts,
    text: navigator.onLine ? `${name} ${verb}.` : `${name} kept until you’re back online.`,
    seconds: UNDO_SECONDS,
    action: {
      label: isOnly ? 'Undo' : 'Undo last',
      keepsToast: !isOnly,
      run: () => {
        last.undo();
        if (!isOnly) removeSentPost(updateToast, last.row);
      },
    },
  };
}

const NAMES = { crud: 'Crud', reply: 'Reply', message: 'Message' };
const COUNTED = [
  { kind: 'crud', one: 'crud', many: 'cruds' },
  { kind: 'reply', one: 'reply', many: 'replies' },
  { kind: 'message', one: 'message', many: 'messages' },
] as const;

/** "2 cruds and 1 reply"; three kinds are joined by "and" as well. */
function countPosts(posts: readonly SentPost[]): string {
  return COUNTED.map((counted) => ({
    ...counted,
    count: posts.filter(({ kind }) => kind === counted.kind).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`)
    .join(' and ');
}
