import { DEFAULT_LIFETIME, isBlank } from '@cruddur/shared';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Composed } from '../machines/compose.machine.ts';
import type { OutboxContent } from '../outbox/outbox-item.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import { useComposeContext, type ComposeContextValue, type RefusedItem } from './compose-context.tsx';
import { nameOfEdit } from './draft-slot.ts';
import { addSentPost } from './sent-toast.ts';
import { useBurn } from './use-burn.ts';
import { useComposer } from './use-composer.ts';

/** The props that the provider passes to each popup with a text. */
export interface PopupComposerProps {
  /** Grows with each request to open the popup. */
  openCount: number;
  /** Characters typed before the popup's chunk was loaded. */
  earlyInput: string;
  /** The refused item that the submitted text replaces. */
  refused?: RefusedItem | undefined;
  showToast: ComposeContextValue['showToast'];
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
export function usePopupComposer(options: Options) {
  const { kind, toContent, onAdded, openCount, earlyInput, refused, showToast } = options;
  const refusedRow = refused?.row;
  const outbox = useOutbox();
  const { updateToast } = useComposeContext();
  const burn = useBurn(showToast);
  const submit = useCallback(
    async (composed: Composed) => {
      const { row } = await outbox.add(toContent(composed), composed.operationId);
      if (refusedRow !== undefined) await outbox.cancelItem(refusedRow);
      onAdded?.(row);
      addSentPost(updateToast, { row, kind, undo: () => void burn({ uuid: row }) });
    },
    [outbox, kind, toContent, onAdded, updateToast, burn, refusedRow],
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
