import { useState } from 'react';
import { toErrorCodes } from '../../api/api-error.ts';
import { FailedState, NotFoundState, EmptyListState } from '../../ui/empty-state.tsx';
import { PlainConversationHeader } from '../../message/conversation-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Button } from '../../ui/button.tsx';
import { useDraftSlot } from '../../compose/drafts-react.tsx';

interface ClosedConversationProps {
  title: string;
  state: 'opening' | 'failed' | 'missing';
  error: unknown;
  onRetry: () => void;
}

/** Stands where a conversation is not shown yet, or cannot be. */
export function ClosedConversation({ title, state, error, onRetry }: ClosedConversationProps) {
  return (
    <>
      <PlainConversationHeader title={title} />
      {state === 'opening' && <Skeleton />}
      {state === 'missing' && <NotFoundState what="conversation" />}
      {state === 'failed' && (
        <FailedState
          error={toErrorCodes(error)[0] ?? 'generic_500'}
          line="What was said is safe. It is not here yet."
          onRetry={onRetry}
        />
      )}
    </>
  );
}

/** A conversation without words: not begun yet, or ended with all that was in it. */
export function EmptyConversation({ ended = false }: { ended?: boolean }) {
  return ended ? <EmptyListState /> : <EmptyListState line="Say the first thing. Unlike a crud, it stays." />;
}

interface UnsentDraftProps {
  /** Names the draft. */
  draft: string;
  onCopy: (text: string) => void;
}

/** The foot of a conversation whose other person is gone. What was being written to them stays, to read and to copy. */
export function UnsentDraft({ draft, onCopy }: UnsentDraftProps) {
  const slot = useDraftSlot(draft);
  const [text] = useState(() => slot?.read()?.text ?? '');
  return (
    <div className="nobody">
      <p>This account is gone. Nobody is left to write to.</p>
      {text !== '' && (
        <>
          <textarea readOnly aria-label="What you were writing" dir="auto" value={text} />
          <Button variant="line" small onClick={() => onCopy(text)}>
            Copy text
          </Button>
        </>
      )}
    </div>
  );
}
