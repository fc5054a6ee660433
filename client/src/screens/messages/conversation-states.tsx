import { useState } from 'react';
import { isUnreachable, toErrorCodes } from '../../api/api-error.ts';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { FailedState, NotFoundState, UnreachableState } from '../../ui/page-states.tsx';
import { ConversationSkeleton } from '../../message/message-skeletons.tsx';
import { Button } from '../../ui/button.tsx';
import { useDraftSlot } from '../../compose/drafts-react.tsx';

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

/** A conversation without messages. @param ended the other account is deleted, and all messages were its own */
export function EmptyConversation({ ended = false }: { ended?: boolean }) {
  return ended ? (
    <EmptyListState />
  ) : (
    <EmptyListState description="Say the first thing. Unlike a crud, it stays." />
  );
}

interface UnsentDraftProps {
  /** Key of the draft. */
  draft: string;
  onCopy: (text: string) => void;
}

/** Replaces the composer when the other account is deleted. The draft can still be read and copied. */
export function UnsentDraft({ draft, onCopy }: UnsentDraftProps) {
  const slot = useDraftSlot(draft);
  const [text] = useState(() => slot?.read()?.text ?? '');
  return (
    <div className="unsent-draft">
      <p>This account was deleted and can’t receive messages.</p>
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
