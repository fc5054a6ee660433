import { useLocation } from 'react-router-dom';
import { useCallback } from 'react';
import { ErrorBox } from '../../ui/error-box.tsx';
import { MessageComposer } from '../../message/message-composer.tsx';
import { useComposer, type ComposerParts } from '../../compose/use-composer.ts';
import type { Composed } from '../../machines/compose.machine.ts';
import { useOutbox } from '../../outbox/outbox-react.tsx';

/** The state of a navigation in the midst of writing. */
export const WRITING = 'writing';

interface Props {
  /** The other person's name. */
  name: string;
  /** Names the draft: the conversation, or who is written to. */
  draft: string;
  send: ComposerParts['submit'];
  /** Called with every letter. */
  onTyping?: () => void;
}

/** Where a message is written; what the server refuses stays there with the reasons above it. */
export function Composer({ name, draft, send, onTyping }: Props) {
  const { form } = useComposer({ kind: 'message', draft, open: true, submit: send });
  const { value, busy, errors, onChange, onSubmit } = form;
  const continuesWriting = useLocation().state === WRITING;
  return (
    <>
      <ErrorBox errors={errors} />
      <MessageComposer
        {...{ name, value, busy, onSubmit }}
        onChange={(text) => {
          onChange(text);
          if (text !== '') onTyping?.();
        }}
        // Its writer chose whom to write to, or made the room by a first message, and goes on.
        writing={continuesWriting}
      />
    </>
  );
}

/** Puts a message on its way into a conversation, or to a person whose conversation is not known. */
export function useSendMessage(group: string | null, handle: string | null) {
  const outbox = useOutbox();
  return useCallback(
    ({ text, operationId }: Composed) =>
      outbox.add({ kind: 'message', message: text, group, handle }, operationId),
    [outbox, group, handle],
  );
}
