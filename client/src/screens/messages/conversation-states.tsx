import { messageLifetimeLabel, type MessageLifetime } from '@cruddur/shared';
import { useState, type ReactNode } from 'react';
import { isUnreachable, toErrorCodes } from '../../api/api-error.ts';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { FailedState, NotFoundState, UnreachableState } from '../../ui/page-states.tsx';
import { ConversationSkeleton } from '../../message/message-skeletons.tsx';
import { Button } from '../../ui/button.tsx';
import { useDraftSlot } from '../../compose/draft-slot.ts';

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
      {text !== '' && (
        <>
          <textarea readOnly aria-label="Your unsent message" dir="auto" value={text} />
          <Button variant="outline" small onClick={() => onCopy(text)}>
            Copy text
          </Button>
        </>
      )}
    </div>
  );
}
