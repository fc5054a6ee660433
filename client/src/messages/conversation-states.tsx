import { messageLifetimeLabel, type MessageLifetime, type ShortUser } from '@cruddur/shared';
import { useState, type ReactNode } from 'react';
import { isUnreachable, toErrorCodes, hasErrorCode } from '../base/http/api-error.ts';
import { EmptyListState } from '../base/ui/empty-state.tsx';
import { FailedState, NotFoundState, UnreachableState } from '../base/ui/page-states.tsx';
import { ConversationSkeleton } from './message-skeletons.tsx';
import { Button } from '../base/ui/button.tsx';
import { countOf } from '../cruds/counts.ts';
import { useDraftSlot } from '../cruds/draft-slot.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { QueryStatus } from '../feed/query-status.tsx';
import { PlainConversationHeader } from './conversation-header.tsx';
import { ConfirmDialog } from '../base/ui/confirm-dialog.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';
import type { ReportChoice } from '../base/ui/menu-item.ts';

interface ClosedConversationProps {
  state: 'opening' | 'failed' | 'missing';
  error: unknown;
  onRetry: () => void;
}

/** In place of a conversation that is loading, failed to load or does not exist. */
export function ClosedConversation({ state, error, onRetry }: ClosedConversationProps) {
  return (
    <>
      {state === 'opening' && <ConversationSkeleton />}
      {state === 'missing' && <NotFoundState what="conversation" />}
      {state === 'failed' && isUnreachable(error) && <UnreachableState onRetry={onRetry} />}
      {state === 'failed' && !isUnreachable(error) && (
        <FailedState
          error={toErrorCodes(error)[0] ?? 'generic_500'}
          description="Your messages are safe. We couldn’t load them."
          onRetry={onRetry}
        />
      )}
    </>
  );
}

interface EmptyConversationProps {
  /** No message can be sent: the other account is deleted, or one has blocked the other. */
  closed: boolean;
  lifetime: MessageLifetime;
}

/** A conversation without messages. */
export function EmptyConversation({ closed, lifetime }: EmptyConversationProps) {
  if (closed) return <EmptyListState />;
  return lifetime === 'off' ? (
    <EmptyListState description="Say the first thing. Unlike a crud, it stays." />
  ) : (
    <EmptyListState description={`Messages here disappear after ${messageLifetimeLabel(lifetime)}.`} />
  );
}

interface UnsentDraftProps {
  /** Key of the draft. */
  draft: string;
  onCopy: (text: string) => void;
  /** Why nothing can be sent. */
  children: ReactNode;
}

/** Replaces the composer when the other account is deleted, or one has blocked the other. The draft can still be read and copied. */
export function UnsentDraft({ draft, onCopy, children }: UnsentDraftProps) {
  const slot = useDraftSlot(draft);
  const [text] = useState(() => slot?.read()?.text ?? '');
  return (
    <div className="unsent-draft">
      {children}
      {text !== '' && <UnsentText text={text} onCopy={onCopy} />}
    </div>
  );
}

/** A text that cannot be sent, to be read and copied. */
export function UnsentText({ text, onCopy }: { text: string; onCopy: (text: string) => void }) {
  return (
    <>
      <textarea readOnly aria-label="Your unsent message" dir="auto" value={text} />
      <Button variant="outline" small onClick={() => onCopy(text)}>
        Copy text
      </Button>
    </>
  );
}

interface Props {
  handle: string;
  person: UseQueryResult<ShortUser>;
}

/** In place of a new conversation whose recipient is the viewer, does not exist or failed to load. */
export function UnavailableRecipient({ handle, person }: Props) {
  return (
    <>
      <PlainConversationHeader title={`@${handle}`} />
      {person.data ? (
        <FailedState error="user_reciever_handle_blank" description="Choose someone other than yourself." />
      ) : (
        <QueryStatus
          query={person}
          description="We couldn’t load this profile."
          failure={(error) => hasErrorCode(error, 'user_not_found') && <NotFoundState what="person" />}
        />
      )}
    </>
  );
}

type RequestBarProps = {
  /** The sender. */
  handle: string;
  busy: boolean;
  /** The dialog that confirms the deletion is open. */
  asking: boolean;
  /** The failure of the last answer, as text; empty without one. */
  error: string;
  onAccept: () => void;
  onDelete: () => void;
  onKeep: () => void;
  onConfirm: () => void;
  onReport: (choice: ReportChoice) => void;
};

/** In place of the composer below a request: what it is, and the answers to it. */
export function RequestBar(props: RequestBarProps) {
  const { handle, busy, asking, error, onAccept, onDelete, onKeep, onConfirm, onReport } = props;
  return (
    <section className="request-bar" aria-label="Message request">
      <ErrorBox errors={error === '' || asking ? [] : [error]} />
      <p>
        <b>@{handle} wants to message you.</b> They don’t see that you’ve read this until you accept.
      </p>
      <div className="request-answers">
        <Button busy={busy && !asking} onClick={onAccept}>
          Accept
        </Button>
        <Button variant="outline" onClick={onDelete}>
          Delete
        </Button>
        <span className="push">
          <Button variant="outline" onClick={() => onReport('block')}>
            Block
          </Button>
          <Button variant="outline" onClick={() => onReport('report')}>
            Report
          </Button>
        </span>
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete this request?"
        confirm="Delete"
        busy={busy}
        error={error}
        onConfirm={onConfirm}
        onClose={onKeep}
      >
        <p>Its messages disappear for you, and @{handle} can’t write again. They aren’t told.</p>
      </ConfirmDialog>
    </section>
  );
}

/** Above the composer of the sender, until the request is answered. @param left the messages that can still be sent */
export function SentRequestNotice({ handle, left }: { handle: string; left: number }) {
  return (
    <p className="request-note" role="status">
      {left === 0
        ? `You can write again once @${handle} accepts your request.`
        : `This is a request. You can send ${countOf(left, 'more message', 'more messages')} until @${handle} accepts.`}
    </p>
  );
}
