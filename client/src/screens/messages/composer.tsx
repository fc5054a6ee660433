import { isBlank, type DirectMessage } from '@cruddur/shared';
import { useLocation } from 'react-router-dom';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { addSentPost, removeSentPost } from '../../compose/sent-toast.ts';
import { useUnsend } from '../../compose/use-unsend.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { MessageComposer } from '../../message/message-composer.tsx';
import { useComposer, type ComposerParts } from '../../compose/use-composer.ts';
import type { Composed } from '../../machines/compose.machine.ts';
import { useOutbox, useOutboxItems } from '../../outbox/outbox-react.tsx';

/** The state of a navigation during which the composer keeps focus. */
export const WRITING = 'writing';

interface Props {
  /** The other person's name. */
  name: string;
  /** Key of the draft: the conversation, or the recipient of a new one. */
  draft: string;
  send: ComposerParts['submit'];
  /** The refused message to be edited: its text goes back into the field, above a text that is there. */
  returned: DirectMessage | null;
  /** Called with its row once the field has the text. */
  onReturned: (row: string) => void;
  /** Called on every input. */
  onTyping?: () => void;
}

/** The message field of a conversation. A refused message stays in it, with the errors above. */
export function Composer({ name, draft, send, returned, onReturned, onTyping }: Props) {
  const { form } = useComposer({ kind: 'message', draft, open: true, submit: send });
  const { value, busy, errors, onChange, onSubmit } = form;
  const continuesWriting = useLocation().state === WRITING;
  const area = useRef<HTMLTextAreaElement>(null);
  const takeBack = useEffectEvent((message: DirectMessage) => {
    onChange(isBlank(value) ? message.message : `${message.message}\n${value}`);
    onReturned(message.uuid);
    // The pressed button is about to unmount and would lose focus.
    area.current?.focus();
  });
  useEffect(() => {
    if (returned) takeBack(returned);
  }, [returned]);
  return (
    <>
      <ErrorBox errors={errors} />
      <MessageComposer
        name={name}
        area={area}
        value={value}
        busy={busy}
        onSubmit={onSubmit}
        onChange={(text) => {
          onChange(text);
          if (text !== '') onTyping?.();
        }}
        // The conversation was opened from the picker or created by its first message.
        autoFocus={continuesWriting}
      />
    </>
  );
}

/** Queues a message to a conversation, or to a handle while the conversation is unknown, and offers Undo. */
export function useSendMessage(group: string | null, handle: string | null) {
  const outbox = useOutbox();
  const items = useOutboxItems();
  const { updateToast } = useComposeContext();
  const unsend = useUnsend();
  const sentRows = useRef(new Set<string>());
  useEffect(() => {
    for (const { row, state } of items)
      if (state === 'refused' && sentRows.current.delete(row)) removeSentPost(updateToast, row);
  }, [items, updateToast]);
  return useCallback(
    async ({ text, operationId }: Composed) => {
      const act = { kind: 'message' as const, message: text, group, handle };
      const { row } = await outbox.add(act, operationId);
      sentRows.current.add(row);
      addSentPost(updateToast, { row, kind: 'message', undo: () => void unsend(row) });
    },
    [outbox, group, handle, updateToast, unsend],
  );
}
