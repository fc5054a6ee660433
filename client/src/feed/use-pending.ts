import { useMemo } from 'react';
import type { Bubble } from '../components/message-groups.ts';
import type { OutboxItem } from '../outbox/item.ts';
import { useOutbox, useOutboxItems } from '../outbox/outbox-react.tsx';
import { copyText } from './copy-text.ts';
import { useCrudding } from './crudding.tsx';
import { pendingBubble, pendingCrud, type PendingCrud, type PendingWays } from './pending-rows.ts';
import { useOwn } from './use-own.ts';

/** What can be done about things that are not sent. */
export function usePendingWays(): PendingWays {
  const outbox = useOutbox();
  const { say } = useCrudding();
  return useMemo(() => {
    const failed = () => say({ text: 'This browser’s storage does not answer. Please try again.' });
    return {
      retry: (row) => void outbox.retry(row).catch(failed),
      discard: (row) => void outbox.takeBack(row).catch(failed),
      copy: (text) => void copyText(text, 'Text', say),
    };
  }, [outbox, say]);
}

/** Own cruds that are not sent, newest first. */
export function usePendingCruds(): PendingCrud[] {
  return usePending('crud');
}

/** Own replies to one crud that are not sent, newest first. */
export function usePendingReplies(uuid: string): PendingCrud[] {
  return usePending(uuid);
}

function usePending(place: string): PendingCrud[] {
  const items = useOutboxItems();
  const author = useOwn();
  const ways = usePendingWays();
  return useMemo(
    () =>
      author
        ? items
            .filter((item) => placeOf(item) === place)
            .map((item) => pendingCrud(item, author, ways))
            .reverse()
        : [],
    [items, author, ways, place],
  );
}

/** In which list an item goes: among the cruds, or below the crud that it answers. */
function placeOf({ act, codes }: OutboxItem): string | null {
  if (act.kind === 'message') return null;
  // Below a crud that is gone nobody would ever see it.
  const isAstray = codes.some((code) => code === 'activity_expired' || code === 'activity_not_found');
  return act.kind === 'crud' || isAstray ? 'crud' : act.activity_uuid;
}

/** Own messages of one conversation that are not sent, oldest first: to the group, or to its other person by handle. */
export function usePendingBubbles(group: string | null, handle: string | undefined): Bubble[] {
  const items = useOutboxItems();
  const author = useOwn();
  return useMemo(() => {
    const isHere = ({ act }: OutboxItem) =>
      act.kind === 'message' &&
      ((group !== null && act.group === group) || (handle !== undefined && act.handle === handle));
    return author ? items.filter(isHere).map((item) => pendingBubble(item, author)) : [];
  }, [items, author, group, handle]);
}
