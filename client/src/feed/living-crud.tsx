import type { Activity, ShortUser } from '@cruddur/shared';
import { memo, Suspense, type ReactNode } from 'react';
import { BriefCard } from '../components/brief-card.tsx';
import { CrudCard } from '../components/crud-card.tsx';
import { GoneRow } from '../components/gone-row.tsx';
import type { OutboxState } from '../components/outbox-line.tsx';
import { useSession } from '../identity/session-react.tsx';
import { useCrudding } from './crudding.tsx';
import { endOf, useExpiry } from './use-expiry.ts';

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
export const LivingCrud = memo(function LivingCrud(props: Props) {
  return (
    <Suspense>
      <Crud {...props} />
    </Suspense>
  );
});

function Crud(props: Props) {
  const { activity, noteOf, outbox, actor, place, total } = props;
  const { handlers, burn } = useCrudding();
  const { person } = useSession();
  const { ending, leave } = useExpiry(endOf(activity));
  if (ending === 'over') return null;
  if (ending === 'gone' || ending === 'closing')
    return <GoneRow closing={ending === 'closing'} onLeave={leave} />;
  const note = noteOf?.(activity);
  const burning = ending === 'burning';
  if (actor) return <BriefCard {...{ activity, actor, note, burning, place, total }} />;
  const own = person?.cognito_id === activity.cognito_user_uuid;
  // What was refused is discarded instead.
  const onBurn = own && (!outbox || outbox.kind === 'waiting') ? burn : undefined;
  return (
    <CrudCard {...{ activity, handlers, onBurn, note, burning, place, total }} {...(outbox && { outbox })} />
  );
}
