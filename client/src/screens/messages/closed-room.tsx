import { codesOf } from '../../api/api-error.ts';
import { FailedState, NotFoundState } from '../../components/blank-state.tsx';
import { PlainRoomHeader } from '../../components/room-header.tsx';
import { Skeleton } from '../../components/skeleton.tsx';

interface Props {
  title: string;
  state: 'opening' | 'failed' | 'missing';
  error: unknown;
  onRetry: () => void;
}

/** Stands where a conversation is not shown yet, or cannot be. */
export function ClosedRoom({ title, state, error, onRetry }: Props) {
  return (
    <>
      <PlainRoomHeader title={title} />
      {state === 'opening' && <Skeleton />}
      {state === 'missing' && <NotFoundState what="conversation" />}
      {state === 'failed' && (
        <FailedState
          error={codesOf(error)[0] ?? 'generic_500'}
          line="What was said is safe. It is not here yet."
          onRetry={onRetry}
        />
      )}
    </>
  );
}
