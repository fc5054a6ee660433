import type { Activity, ShortUser } from '@cruddur/shared';
import { useMemo } from 'react';
import type { OutboxState } from './outbox-status.tsx';
import { canEdit, canRetry, isInMemoryOnly, type OutboxItem } from '../sync/outbox/outbox-item.ts';
import { useOutbox, useOutboxItems } from '../sync/outbox/outbox-react.tsx';
import { useSession, useSignedInUser } from '../base/session/session-react.tsx';
import { useComposeContext } from './compose-context.tsx';
import { nameOfEdit, openDraftSlot } from './draft-slot.ts';
import { copyText } from './share-link.ts';
import { useDrafts } from './drafts.ts';
import { useToasts } from '../base/ui/toasts.tsx';

/** A crud that is shown before the server has accepted it. */
export interface PendingCrud {
  activity: Activity;
  outbox: OutboxState;
}

/** The user's actions on outbox items. Every function keeps its identity. */
interface PendingActions {
  retry: (row: string) => void;
  discard: (row: string) => void;
  copy: (text: string) => void;
  /** Edits a refused crud or reply in its popup. @param to the crud that the reply answers */
  edit: (item: OutboxItem, to?: Activity) => void;
}

export function usePendingActions(): PendingActions {
  const outbox = useOutbox();
  const { showToast } = useToasts();
  const { editRefused } = useComposeContext();
  const drafts = useDrafts();
  const sub = useSession().person?.cognito_id ?? '';
  return useMemo(() => {
    const forgetEdit = (row: string) => openDraftSlot(drafts, sub, nameOfEdit(row)).remove();
    const onFailure = () => showToast({ text: 'Can’t reach this browser’s storage. Please try again.' });
    return {
      retry: (row) => {
        forgetEdit(row);
        void outbox.retry(row).catch(onFailure);
      },
      discard: (row) => {
        forgetEdit(row);
        void outbox.cancelItem(row).catch(onFailure);
      },
      copy: (text) => void copyText(text, 'Text', showToast),
      edit: ({ row, act }, to) =>
        editRefused({ row, text: act.message, ...(act.kind === 'crud' && { ttl: act.ttl }) }, to),
    };
  }, [outbox, drafts, sub, showToast, editRefused]);
}

/** The viewer's unsent cruds, newest first. */
export function usePendingCruds(): PendingCrud[] {
  return usePendingList('crud');
}

/** The viewer's unsent replies to one crud, newest first. */
export function usePendingReplies(to: Activity | undefined): PendingCrud[] {
  return usePendingList(to?.uuid ?? '', to);
}

function usePendingList(listKey: string, to?: Activity): PendingCrud[] {
  const items = useOutboxItems();
  const author = useSignedInUser();
  const actions = usePendingActions();
  return useMemo(
    () =>
      author
        ? items
            .filter((item) => listKeyOf(item) === listKey)
            .map((item) => toPendingCrud(item, author, toOutboxState(item, actions, to)))
            .reverse()
        : [],
    [items, author, actions, listKey, to],
  );
}

/** The list that shows an item: the cruds, or the replies to its parent. */
function listKeyOf({ act, codes }: OutboxItem): string | null {
  switch (act.kind) {
    case 'crud':
      return 'crud';
    case 'reply': {
      // The page of a crud that is gone shows no replies.
      const isParentGone = codes.some((code) => code === 'activity_expired' || code === 'activity_not_found');
      return isParentGone ? 'crud' : act.activity_uuid;
    }
    case 'message':
      return null;
  }
}

/** `expires_at` is null, because the crud's lifetime begins when the server accepts it. */
function toPendingCrud(item: OutboxItem, author: ShortUser, outbox: OutboxState): PendingCrud {
  const { row, act } = item;
  const activity: Activity = {
    ...author,
    uuid: row,
    message: act.message,
    created_at: new Date(item.at).toISOString(),
    expires_at: null,
    replies_count: 0,
    reposts_count: 0,
    likes_count: 0,
    liked: false,
    reposted: false,
    reply_to_activity_uuid: act.kind === 'reply' ? act.activity_uuid : null,
  };
  return { activity, outbox };
}

function toOutboxState(item: OutboxItem, actions: PendingActions, to?: Activity): OutboxState {
  const { row, act, state, codes } = item;
  const onCopy = () => actions.copy(act.message);
  const onDiscard = () => actions.discard(row);
  switch (state) {
    case 'queued':
    case 'sending':
      return { kind: 'waiting', isInMemoryOnly: isInMemoryOnly(item) };
    case 'refused':
      return {
        kind: 'refused',
        errors: codes,
        onRetry: canRetry(item) ? () => actions.retry(row) : undefined,
        onEdit: canEdit(item) ? () => actions.edit(item, to) : undefined,
        onCopy,
        onDiscard,
      };
    case 'stale':
      return { kind: 'stale', onCopy, onDiscard };
  }
}
