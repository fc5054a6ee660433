import { errorText, type Activity, type ShortUser } from '@cruddur/shared';
import { useCallback, useEffect, useRef } from 'react';
import { expiryTime, useExpiry } from '../clock/use-expiry.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ReplyForm } from '../crud/reply-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { useOutboxItems } from '../outbox/outbox-react.tsx';
import { canEdit, type OutboxItem } from '../outbox/outbox-item.ts';
import { useComposeContext } from './compose-context.tsx';
import { usePendingActions } from './pending-rows.ts';
import { removeSentPost } from './sent-toast.ts';
import { usePopupComposer, type PopupComposerProps } from './use-popup-composer.ts';

interface Props extends PopupComposerProps {
  author: ShortUser;
  to: Activity;
}

/** The popup for a reply to one crud. Render it with the crud's uuid as key. */
export function ReplyPopup({ author, to, ...popup }: Props) {
  const { uuid } = to;
  const watchRefusal = useRefusedReplies(to);
  const hasEnded = useExpiry(expiryTime(to)).ending !== 'alive';
  const toContent = useCallback(
    ({ text }: Composed) => ({ kind: 'reply' as const, message: text, activity_uuid: uuid }),
    [uuid],
  );
  const { open, form, close } = usePopupComposer({
    ...popup,
    kind: 'reply',
    draft: `reply:${uuid}`,
    toContent,
    onAdded: watchRefusal,
  });
  return (
    <Dialog open={open} onClose={close} title="Reply to...">
      <ReplyForm {...form} author={author} to={hasEnded ? null : to} />
    </Dialog>
  );
}

/**
 * Shows a toast for a sent reply that the server refuses: the list that shows the refused item may be on another screen.
 * @param to the crud of the replies
 * @returns registers the row of a reply in the outbox
 */
function useRefusedReplies(to: Activity): (row: string) => void {
  const { showToast, updateToast } = useComposeContext();
  const { copy, edit } = usePendingActions();
  const sentRows = useRef(new Set<string>());
  const items = useOutboxItems();
  useEffect(() => {
    const actionOn = (item: OutboxItem) =>
      canEdit(item)
        ? { label: 'Edit', run: () => edit(item, to) }
        : { label: 'Copy text', run: () => copy(item.act.message) };
    for (const item of items) {
      const { row, state, codes } = item;
      if (state !== 'refused' || !sentRows.current.delete(row)) continue;
      const reasons = codes.map((code) => `${errorText(code)}.`);
      removeSentPost(updateToast, row);
      showToast({
        id: row,
        text: ['Your reply wasn’t posted.', ...reasons].join(' '),
        stays: true,
        action: actionOn(item),
      });
    }
  }, [items, showToast, updateToast, copy, edit, to]);
  return useCallback((row: string) => void sentRows.current.add(row), []);
}
