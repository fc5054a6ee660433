import { isBlank, type DirectMessage, MESSAGE_MAX, countCharacters } from '@cruddur/shared';
import { useLocation } from 'react-router-dom';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useId,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { ErrorBox } from '../base/ui/error-box.tsx';
import { useComposer, type ComposerParts } from '../cruds/use-composer.ts';
import type { Composed } from '../cruds/compose.machine.ts';
import { useOutbox } from '../sync/outbox/outbox-react.tsx';
import { useToasts } from '../base/ui/toasts.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { hasErrorCode } from '../base/http/api-error.ts';
import { toErrorSentences } from '../base/http/error-texts.ts';
import { useCall } from '../base/http/page-services.ts';
import { unsendMessage } from './messages.ts';
import { removeMessageText } from '../sync/cache/remove-message.ts';
import { Button } from '../base/ui/button.tsx';
import { insertText, isFreeKey, isKeyboardFree } from '../base/ui/keyboard.ts';
import { describeExcess, describeRemaining } from '../base/ui/counter-ring.tsx';
import { clsx } from 'clsx';
import { UnsentText } from './conversation-states.tsx';
import { AutocompleteArea } from '../cruds/autocomplete-area.tsx';

/** The state of a navigation during which the composer keeps focus: the conversation was opened from the picker or created by its first message. */
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
  /** Nothing can be sent for now: the text can only be read and copied. */
  isClosed: boolean;
  onCopy: (text: string) => void;
}

/** The message field of a conversation. A refused message stays in it, with the errors above. */
export function Composer(props: Props) {
  const { name, draft, send, returned, onReturned, onTyping, isClosed, onCopy } = props;
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
  useEffect(() => (isClosed ? undefined : receiveTypedText(area)), [isClosed]);
  if (isClosed)
    return (
      // The text is gone once it is in the outbox.
      !busy &&
      value !== '' && (
        <div className="unsent-draft">
          <UnsentText text={value} onCopy={onCopy} />
        </div>
      )
    );
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
        autoFocus={continuesWriting || canTakeFocus()}
      />
    </>
  );
}

/** Not from another field or a popup, nor on a touch screen, whose keyboard would open. */
function canTakeFocus(): boolean {
  return matchMedia('(hover: hover) and (pointer: fine)').matches && isKeyboardFree(document.activeElement);
}

/** Gives the field the text that is typed while no other has the focus. @returns stops */
function receiveTypedText(area: RefObject<HTMLTextAreaElement | null>): () => void {
  const abort = new AbortController();
  const receive = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (key.length > 1 || key === ' ' || ctrlKey || altKey || metaKey || !isFreeKey(event)) return;
    // It is no shortcut.
    event.stopPropagation();
    area.current?.focus();
    // Early input that is replayed.
    if (!event.isTrusted) insertText(key);
  };
  addEventListener('keydown', receive, { capture: true, signal: abort.signal });
  return () => abort.abort();
}

/** Queues a message to a conversation, or to a handle while the conversation is unknown. */
export function useSendMessage(group: string | null, handle: string | null) {
  const outbox = useOutbox();
  return useCallback(
    async ({ text, operationId }: Composed) => {
      const content = { kind: 'message' as const, message: text, group, handle };
      await outbox.add(content, operationId);
    },
    [outbox, group, handle],
  );
}

/** Answers after which there is no text left to remove. */
const GONE_CODES = ['message_not_found', 'message_expired'];

/** @returns removes the viewer's own message for both members, or cancels an unsent one; keeps its identity */
export function useUnsend(): (uuid: string) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const outbox = useOutbox();
  const { showToast } = useToasts();
  return useCallback(
    async (uuid) => {
      try {
        if (await outbox.cancelItem(uuid)) return;
        await unsendMessage(call, uuid);
        removeMessageText(client, uuid);
      } catch (failure) {
        if (!GONE_CODES.some((code) => hasErrorCode(failure, code)))
          showToast({ text: toErrorSentences(failure) });
      }
    },
    [call, client, outbox, showToast],
  );
}

type MessageComposerProps = {
  /** The other person's name. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  busy?: boolean;
  autoFocus?: boolean;
  area?: RefObject<HTMLTextAreaElement | null>;
};

/** From this number of remaining characters on, a phone shows it too. */
const NEAR_LIMIT = 100;

/** A field that grows from one line to six. Enter sends, Shift+Enter breaks the line. An overlong text is marked and not sent. */
export function MessageComposer(props: MessageComposerProps) {
  const { name, value, onChange, onSubmit, busy = false, autoFocus = false } = props;
  const id = useId();
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = props.area ?? ownArea;
  const remaining = MESSAGE_MAX - countCharacters(value);
  const isTooLong = remaining < 0;
  const submit = () => {
    if (busy || isBlank(value) || isTooLong) return;
    onSubmit();
    // The button is about to be disabled and would lose focus.
    area.current?.focus();
  };
  return (
    <form
      className="message-composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      {isTooLong && (
        <p className="too-long" id={`${id}-hint`}>
          {describeExcess(-remaining)}
        </p>
      )}
      <div className="box">
        <label className="vh" htmlFor={id}>
          Message to {name}
        </label>
        <AutocompleteArea
          id={id}
          area={area}
          value={value}
          onChange={onChange}
          placement="above"
          autoFocus={autoFocus}
          rows={1}
          placeholder="send a direct message..."
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-hint` : undefined}
          onKey={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <span
          className={clsx('n', isTooLong ? 'over' : remaining > NEAR_LIMIT && 'far')}
          role="img"
          aria-label={describeRemaining(remaining)}
        >
          {remaining}
        </span>
      </div>
      <span className="vh" role="status">
        {isTooLong && 'Too long to send'}
      </span>
      <Button type="submit" busy={busy} disabled={isBlank(value) || isTooLong}>
        Message
      </Button>
    </form>
  );
}
