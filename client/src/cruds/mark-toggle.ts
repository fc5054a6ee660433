import type { Activity, Marks } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { setMark, type MarkChange } from './activities.ts';
import type { Call } from '../base/http/http-client.ts';
import { patchActivities } from '../sync/cache/cached-lists.ts';
import type { ShowToast } from '../base/ui/toasts.tsx';
import { toErrorSentences } from '../base/http/error-texts.ts';
import { onMarkAfterSignIn } from '../sync/cache/mutation-updates.ts';
import { parseIntent } from './visitor-intent.ts';

export type Mark = 'like' | 'repost';

type ViewerMarks = Omit<Marks, 'uuid'>;

const NOT_SAVED: Record<MarkChange, string> = {
  like: 'Your like wasn’t saved.',
  unlike: 'Your like wasn’t removed.',
  repost: 'Your repost wasn’t saved.',
  unrepost: 'Your repost wasn’t removed.',
};

interface MarkToggleOptions {
  call: Call;
  client: QueryClient;
  showToast: ShowToast;
}

/**
 * Toggles likes and reposts with an optimistic update, which the absolute numbers of the answer replace and a failure reverts.
 * Requests about one crud are sequential: parallel ones could commit in another order.
 */
export function createMarkToggle({
  call,
  client,
  showToast,
}: MarkToggleOptions): (activity: Activity, mark: Mark) => Promise<void> {
  /**
   * By crud, while a request is pending: the end of the last request, the server's last known marks, and the marks after all
   * presses. The next press inverts the latter, not the marks on the screen.
   */
  const pendingByCrud = new Map<string, { last: Promise<void>; known: ViewerMarks; pressed: ViewerMarks }>();

  return async (activity, mark) => {
    const { uuid, liked, reposted, likes_count, reposts_count } = activity;
    const known = { liked, reposted, likes_count, reposts_count };
    const pending = pendingByCrud.get(uuid) ?? { last: Promise.resolve(), known, pressed: known };
    pendingByCrud.set(uuid, pending);
    const { change, optimistic } = planToggle(pending.pressed, mark);
    pending.pressed = { ...pending.pressed, ...optimistic };
    patchActivities(client, uuid, optimistic);
    const request = pending.last.then(async () => {
      try {
        const { uuid: _, ...marks } = await setMark(call, uuid, change);
        pending.known = marks;
      } catch (failure) {
        showToast({ text: `${NOT_SAVED[change]} ${toErrorSentences(failure)}` });
      }
    });
    pending.last = request;
    await request;
    // A later press has a newer optimistic update than this answer.
    if (pending.last !== request) return;
    pendingByCrud.delete(uuid);
    patchActivities(client, uuid, pending.known);
  };
}

function planToggle(
  { liked, reposted, likes_count, reposts_count }: ViewerMarks,
  mark: Mark,
): { change: MarkChange; optimistic: Partial<ViewerMarks> } {
  if (mark === 'like')
    return {
      change: liked ? 'unlike' : 'like',
      optimistic: { liked: !liked, likes_count: Math.max(0, likes_count + (liked ? -1 : 1)) },
    };
  return {
    change: reposted ? 'unrepost' : 'repost',
    optimistic: { reposted: !reposted, reposts_count: Math.max(0, reposts_count + (reposted ? -1 : 1)) },
  };
}

interface CarryOutParts {
  call: Call;
  client: QueryClient;
  showToast: ShowToast;
}

/**
 * Sets the like or repost that a visitor wanted, after the sign-in. The call sets a mark and never removes one.
 * @param stored the intent, already removed from the storage, so that it is carried out once
 */
export async function carryOutIntent(
  { call, client, showToast }: CarryOutParts,
  stored: string,
): Promise<void> {
  const intent = parseIntent(stored, Date.now());
  if (!intent || intent.action === 'reply') return;
  const { action, uuid } = intent;
  try {
    const { uuid: _, ...marks } = await setMark(call, uuid, action);
    patchActivities(client, uuid, marks);
    showToast({ text: action === 'like' ? 'Crud liked.' : 'Crud reposted.' });
  } catch (failure) {
    showToast({ text: `${NOT_SAVED[action]} ${toErrorSentences(failure)}` });
    return;
  }
  await onMarkAfterSignIn(client, uuid);
}
