import {
  type Lifetime,
  type ShortUser,
  errorText,
  type Activity,
  DEFAULT_LIFETIME,
  isBlank,
} from '@cruddur/shared';
import { useCallback, type ComponentProps, useEffect, useRef, useEffectEvent, useState } from 'react';
import type { Composed } from './compose.machine.ts';
import { PostForm, ReplyForm } from './post-form.tsx';
import { Dialog } from '../base/ui/dialog.tsx';
import { expiryTime, useExpiry } from './use-expiry.ts';
import { useOutboxItems, useOutbox } from '../sync/outbox/outbox-react.tsx';
import { canEdit, type OutboxItem, type OutboxContent } from '../sync/outbox/outbox-item.ts';
import { usePendingActions } from './pending-rows.ts';
import { useAddSentPost } from './sent-toast.ts';
import { useToasts, type ShowToast } from '../base/ui/toasts.tsx';
import type { RefusedItem } from './compose-context.tsx';
import { nameOfEdit } from './draft-slot.ts';
import { useBurn } from './use-burn.ts';
import { useComposer } from './use-composer.ts';

interface Props extends PopupComposerProps {
  author: ShortUser;
}

/** The popup for a new crud. */
export function ComposePopup({ author, ...popup }: Props) {
  const { handle } = author;
  const toContent = useCallback(
    ({ text, ttl }: Composed) => ({ kind: 'crud' as const, message: text, ttl, user_handle: handle }),
    [handle],
  );
  const { open, ttl, form, send, close } = usePopupComposer({
    ...popup,
    kind: 'crud',
    draft: 'crud',
    toContent,
  });
  const choose = useCallback((choice: Lifetime) => send({ type: 'CHOOSE', ttl: choice }), [send]);
  return <ComposeDialog author={author} open={open} form={form} ttl={ttl} onTtl={choose} onClose={close} />;
}

interface ComposeDialogProps {
  author: ShortUser;
  open: boolean;
  form: Omit<ComponentProps<typeof PostForm>, 'author' | 'ttl' | 'onTtl'>;
  ttl: Lifetime;
  onTtl: (ttl: Lifetime) => void;
  onClose: () => void;
}

/** The dialog of a new crud, in each state of the compose machine. */
export function ComposeDialog({ author, open, form, ttl, onTtl, onClose }: ComposeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="New crud">
      <PostForm {...form} author={author} ttl={ttl} onTtl={onTtl} />
    </Dialog>
  );
}

interface ReplyPopupProps extends PopupComposerProps {
  author: ShortUser;
  to: Activity;
}

/** The popup for a reply to one crud. Render it with the crud's uuid as key. */
export function ReplyPopup({ author, to, ...popup }: ReplyPopupProps) {
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
  const { showToast } = useToasts();
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
      showToast({
        id: row,
        text: ['Your reply wasn’t posted.', ...reasons].join(' '),
        stays: true,
        action: actionOn(item),
      });
    }
  }, [items, showToast, copy, edit, to]);
  return useCallback((row: string) => void sentRows.current.add(row), []);
}

/** The props that the provider passes to each popup with a text. */
interface PopupComposerProps {
  /** Grows with each request to open the popup. */
  openCount: number;
  /** Characters typed before the popup's chunk was loaded. */
  earlyInput: string;
  /** The refused item that the submitted text replaces. */
  refused?: RefusedItem | undefined;
  showToast: ShowToast;
}

interface Options extends PopupComposerProps {
  kind: 'crud' | 'reply';
  /** The name of the draft. */
  draft: string;
  /** The outbox item of a text. Must keep its identity. */
  toContent: (composed: Composed) => OutboxContent;
  /** Receives the row of each item in the outbox. Must keep its identity. */
  onAdded?: (row: string) => void;
}

/**
 * Runs the composer of a popup: closing keeps the draft; submitting adds the text to the outbox, closes, and offers Undo. The
 * text of a refused item has a draft of its own and replaces the item when it is submitted.
 */
function usePopupComposer(options: Options) {
  const { kind, toContent, onAdded, openCount, earlyInput, refused, showToast } = options;
  const refusedRow = refused?.row;
  const outbox = useOutbox();
  const addSentPost = useAddSentPost();
  const burn = useBurn(showToast);
  const submit = useCallback(
    async (composed: Composed) => {
      const { row } = await outbox.add(toContent(composed), composed.operationId);
      if (refusedRow !== undefined) await outbox.cancelItem(refusedRow);
      onAdded?.(row);
      addSentPost({ row, kind, undo: () => void burn({ uuid: row }) });
    },
    [outbox, kind, toContent, onAdded, addSentPost, burn, refusedRow],
  );
  const { open, ttl, form, send, restored } = useComposer({
    kind,
    draft: refusedRow === undefined ? options.draft : nameOfEdit(refusedRow),
    initial: refused && { text: refused.text, ttl: refused.ttl ?? DEFAULT_LIFETIME, operationId: null },
    submit,
  });
  const [wasDraftKept, setWasDraftKept] = useState(restored);
  useEffect(() => send({ type: 'OPEN' }), [openCount, send]);
  const typeEarlyInput = useEffectEvent(() => {
    if (earlyInput !== '') send({ type: 'TYPE', text: form.value + earlyInput });
  });
  useEffect(() => typeEarlyInput(), []);
  return {
    open,
    ttl,
    send,
    form: { ...form, draftKept: wasDraftKept && !isBlank(form.value) },
    close: () => {
      setWasDraftKept(!isBlank(form.value));
      send({ type: 'CLOSE' });
    },
  };
}
