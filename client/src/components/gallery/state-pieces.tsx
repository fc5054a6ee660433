import { Button } from '../button.tsx';
import {
  EmptyState,
  FailedState,
  ForgottenState,
  NotFoundState,
  PickConversationState,
} from '../blank-state.tsx';
import { ConnectionBar } from '../connection-bar.tsx';
import { CrudCard } from '../crud-card.tsx';
import { NotificationNote } from '../crud-note.tsx';
import { GoneRow } from '../gone-row.tsx';
import { JoinPanel } from '../join-panel.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Piece } from './piece.tsx';
import { feed, handlers, mirel, nothing } from './samples.ts';

export function StatePieces() {
  const [first, second] = feed;
  return (
    <>
      <Piece name="Connection">
        <ConnectionBar state={{ kind: 'reconnecting' }} onRetry={nothing} />
        <ConnectionBar state={{ kind: 'offline', waiting: { cruds: 2, messages: 0 } }} onRetry={nothing} />
        <ConnectionBar state={{ kind: 'back', proved: true }} onRetry={nothing} />
      </Piece>
      <Piece name="Notification, pending, without expiry, burned out">
        {first && (
          <CrudCard
            activity={first}
            handlers={handlers}
            note={<NotificationNote reason="like" actor={mirel} unread />}
          />
        )}
        {second && <CrudCard activity={second} handlers={handlers} outbox={{ kind: 'waiting' }} />}
        {second && (
          <CrudCard
            activity={second}
            handlers={handlers}
            outbox={{
              kind: 'refused',
              errors: ['message_blank'],
              ...{ onRetry: nothing, onCopy: nothing, onDiscard: nothing },
            }}
          />
        )}
        {second && <CrudCard activity={{ ...second, expires_at: null }} handlers={handlers} />}
        <GoneRow />
      </Piece>
      <Piece name="Loading">
        <Skeleton />
      </Piece>
      <Piece name="Empty">
        <EmptyState line="Say the first thing. It will not last.">
          <Button>Crud</Button>
        </EmptyState>
      </Piece>
      <Piece name="Expired link">
        <ForgottenState />
      </Piece>
      <Piece name="Failed to load">
        <FailedState error="generic_500" onRetry={nothing} />
      </Piece>
      <Piece name="Not found">
        <NotFoundState what="person" />
      </Piece>
      <Piece name="Pick a conversation">
        <PickConversationState />
      </Piece>
      <Piece name="Invitation">
        <JoinPanel />
      </Piece>
    </>
  );
}
