import { toErrorCodes } from '../../api/api-error.ts';
import { FailedState, NotFoundState } from '../../ui/empty-state.tsx';
import { PlainConversationHeader } from '../../message/conversation-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface Props {
  title: string;
  state: 'opening' | 'failed' | 'missing';
  error: unknown;
  onRetry: () => void;
}

/** Stands where a conversation is not shown yet, or cannot be. */
export function ClosedConversation({ title, state, error, onRetry }: Props) {
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
