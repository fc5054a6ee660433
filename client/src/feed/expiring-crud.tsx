import type { Activity, ShortUser } from '@cruddur/shared';
import { memo, Suspense, type ReactNode } from 'react';
import { CompactCrudCard } from '../crud/compact-crud-card.tsx';
import { CrudCard } from '../crud/crud-card.tsx';
import { ExpiredRow } from '../crud/expired-row.tsx';
import type { OutboxState } from '../crud/outbox-status.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { useComposeContext } from '../compose/compose-context.tsx';
import { expiryTime, useExpiry } from './use-expiry.ts';

export interface FeedCrud {
  activity: Activity;
  /** What stands above the card. Must keep its identity, so that a feed does not render again. */
  noteOf?: (activity: Activity) => ReactNode;
  outbox?: OutboxState;
  /** Whose doing is told of it, where the crud itself is known: then it takes one line. */
  actor?: ShortUser;
}

interface Props extends FeedCrud {
  /** Its place in the feed, from 1, and how many there are; -1 while nobody knows. */
  place: number;
  total: number;
}

/**
 * A crud that leaves the page by itself in the second in which its time is up. On a page that the server made it is taken over
 * after its list.
 */
export const ExpiringCrud = memo(function LivingCrud(props: Props) {
  return (
    <Suspense>
      <Crud {...props} />
    </Suspense>
  );
});

function Crud(props: Props) {
  const { activity, noteOf, outbox, actor, place, total } = props;
  const { handlers, confirmBurn } = useComposeContext();
  const { person } = useSession();
  const { ending, leave } = useExpiry(expiryTime(activity));
  if (ending === 'over') return null;
  if (ending === 'gone' || ending === 'closing')
    return <ExpiredRow closing={ending === 'closing'} onLeave={leave} />;
  const note = noteOf?.(activity);
  const burning = ending === 'burning';
  if (actor) return <CompactCrudCard {...{ activity, actor, note, burning, place, total }} />;
  const own = person?.cognito_id === activity.cognito_user_uuid;
  // What was refused is discarded instead.
  const onBurn = own && (!outbox || outbox.kind === 'waiting') ? confirmBurn : undefined;
  return (
    <CrudCard {...{ activity, handlers, onBurn, note, burning, place, total }} {...(outbox && { outbox })} />
  );
}
