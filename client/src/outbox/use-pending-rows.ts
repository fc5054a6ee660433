import { useMemo } from 'react';
import type { Bubble } from '../message/message-groups.ts';
import type { OutboxItem } from './outbox-item.ts';
import { useOutbox, useOutboxItems } from './outbox-react.tsx';
import { copyText } from '../compose/share-link.ts';
import { useComposeContext } from '../compose/compose-context.tsx';
import { toPendingBubble, toPendingCrud, type PendingCrud, type PendingActions } from './pending-rows.ts';
import { useSignedInUser } from '../auth/use-signed-in-user.ts';

/** What can be done about things that are not sent. */
export function usePendingActions(): PendingActions {
  const outbox = useOutbox();
  const { showToast } = useComposeContext();
  return useMemo(() => {
    const failed = () => showToast({ text: 'This browser’s storage does not answer. Please try again.' });
    return {
      retry: (row) => void outbox.retry(row).catch(failed),
      discard: (row) => void outbox.cancelItem(row).catch(failed),
      copy: (text) => void copyText(text, 'Text', showToast),
    };
  }, [outbox, showToast]);
}

/** Own cruds that are not sent, newest first. */
export function usePendingCruds(): PendingCrud[] {
  return usePendingList('crud');
}

/** Own replies to one crud that are not sent, newest first. */
export function usePendingReplies(uuid: string): PendingCrud[] {
  return usePendingList(uuid);
}

function usePendingList(listKey: string): PendingCrud[] {
  const items = useOutboxItems();
  const author = useSignedInUser();
  const ways = usePendingActions();
  return useMemo(
    () =>
      author
        ? items
            .filter((item) => listKeyOf(item) === listKey)
            .map((item) => toPendingCrud(item, author, ways))
            .reverse()
        : [],
    [items, author, ways, listKey],
  );
}

/** In which list an item goes: among the cruds, or below the crud that it answers. */
function listKeyOf({ act, codes }: OutboxItem): string | null {
  if (act.kind === 'message') return null;
  // Below a crud that is gone nobody would ever see it.
  const isParentGone = codes.some((code) => code === 'activity_expired' || code === 'activity_not_found');
  return act.kind === 'crud' || isParentGone ? 'crud' : act.activity_uuid;
}

/** Own messages of one conversation that are not sent, oldest first: to the group, or to its other person by handle. */
export function usePendingBubbles(group: string | null, handle: string | undefined): Bubble[] {
  const items = useOutboxItems();
  const author = useSignedInUser();
  return useMemo(() => {
    const isHere = ({ act }: OutboxItem) =>
      act.kind === 'message' &&
      ((group !== null && act.group === group) || (handle !== undefined && act.handle === handle));
    return author ? items.filter(isHere).map((item) => toPendingBubble(item, author)) : [];
  }, [items, author, group, handle]);
}
