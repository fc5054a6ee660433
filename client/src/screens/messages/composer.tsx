import { isBlank, type DirectMessage } from '@cruddur/shared';
import { useLocation } from 'react-router-dom';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { ErrorBox } from '../../ui/error-box.tsx';
import { MessageComposer } from '../../message/message-composer.tsx';
import { useComposer, type ComposerParts } from '../../compose/use-composer.ts';
import type { Composed } from '../../machines/compose.machine.ts';
import { useOutbox } from '../../outbox/outbox-react.tsx';

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

/** Queues a message to a conversation, or to a handle while the conversation is unknown. */
export function useSendMessage(group: string | null, handle: string | null) {
  const outbox = useOutbox();
  return useCallback(
    ({ text, operationId }: Composed) =>
      outbox.add({ kind: 'message', message: text, group, handle }, operationId),
    [outbox, group, handle],
  );
}
