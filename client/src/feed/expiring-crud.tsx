import type { Activity, ShortUser } from '@cruddur/shared';
import { memo, Suspense, type ReactNode } from 'react';
import { CompactCrudCard } from '../crud/compact-crud-card.tsx';
import { CrudCard } from '../crud/crud-card.tsx';
import { ExpiredRow } from '../crud/expired-row.tsx';
import type { OutboxState } from '../crud/outbox-status.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { useComposeContext } from '../compose/compose-context.tsx';
import { expiryTime, useExpiry } from '../clock/use-expiry.ts';

export interface FeedCrud {
  activity: Activity;
  /** The note above the card. Must keep its identity: a new one renders the whole feed. */
  noteOf?: (activity: Activity) => ReactNode;
  outbox?: OutboxState;
  /** Who liked or reposted it: shown as one line instead of a card. */
  actor?: ShortUser;
}

interface Props extends FeedCrud {
  /** The position in the feed, from 1, and the number of rows; -1 while it is unknown. */
  position: number;
  total: number;
}

/**
 * A crud that leaves the page in the second in which it expires. The Suspense boundary lets each crud of a server-rendered
 * page hydrate by itself, after its list.
 */
export const ExpiringCrud = memo(function ExpiringCrud(props: Props) {
  return (
    <Suspense>
      <Crud {...props} />
    </Suspense>
  );
});

function Crud(props: Props) {
  const { activity, noteOf, outbox, actor, position, total } = props;
  const { handlers, confirmBurn } = useComposeContext();
  const { person } = useSession();
  const { ending, leave } = useExpiry(expiryTime(activity));
  if (ending === 'over') return null;
  if (ending === 'gone' || ending === 'closing')
    return <ExpiredRow closing={ending === 'closing'} onLeave={leave} />;
  const note = noteOf?.(activity);
  const burning = ending === 'burning';
  const card = { activity, note, burning, position, total };
  if (actor) return <CompactCrudCard {...card} actor={actor} />;
  const own = person?.cognito_id === activity.cognito_user_uuid;
  // A refused or stale item offers Discard instead.
  const onBurn = own && (!outbox || outbox.kind === 'waiting') ? confirmBurn : undefined;
  return <CrudCard {...card} handlers={handlers} onBurn={onBurn} {...(outbox && { outbox })} />;
}
