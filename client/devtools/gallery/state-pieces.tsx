import { Button } from '../../src/base/ui/button.tsx';
import { EmptyListState } from '../../src/base/ui/empty-state.tsx';
import {
  ExpiredCrudState,
  FailedState,
  NotFoundState,
  PickConversationState,
} from '../../src/base/ui/page-states.tsx';
import { ConnectionPill } from '../../src/app/connection-notice.tsx';
import { CrudCard } from '../../src/cruds/crud-card.tsx';
import { NotificationNote } from '../../src/notifications/crud-note.tsx';
import { ExpiredRow } from '../../src/cruds/expired-row.tsx';
import { JoinPanel } from '../../src/account/sign-in/join-panel.tsx';
import { Skeleton } from '../../src/base/ui/skeleton.tsx';
import { Piece } from './piece.tsx';
import { feed, handlers, mirel, noop } from './samples.ts';

export function StatePieces() {
  const [first, second] = feed;
  return (
    <>
      <Piece name="Connection">
        <ConnectionPill state={{ kind: 'reconnecting' }} onRetry={noop} />
        <ConnectionPill state={{ kind: 'offline', waiting: { cruds: 2, messages: 0 } }} onRetry={noop} />
        <ConnectionPill state={{ kind: 'back', proved: true }} onRetry={noop} />
      </Piece>
      <Piece name="Notification, pending, without expiry, burned out">
        {first && (
          <CrudCard
            activity={first}
            handlers={handlers}
            note={<NotificationNote reason="like" actor={mirel} unread at={first.created_at} />}
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
              onEdit: noop,
              onCopy: noop,
              onDiscard: noop,
            }}
          />
        )}
        {second && <CrudCard activity={{ ...second, expires_at: null }} handlers={handlers} />}
        <ExpiredRow />
      </Piece>
      <Piece name="Loading">
        <Skeleton />
      </Piece>
      <Piece name="Empty">
        <EmptyListState description="Say the first thing. It will not last.">
          <Button>Crud</Button>
        </EmptyListState>
      </Piece>
      <Piece name="Expired link">
        <ExpiredCrudState />
      </Piece>
      <Piece name="Failed to load">
        <FailedState error="generic_500" onRetry={noop} />
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
