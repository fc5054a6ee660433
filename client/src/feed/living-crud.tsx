import { isExpired, type Activity } from '@cruddur/shared';
import type { ReactNode } from 'react';
import { useNowUntil } from '../components/clock.tsx';
import { CrudCard } from '../components/crud-card.tsx';
import { GoneRow } from '../components/gone-row.tsx';
import type { OutboxState } from '../components/outbox-line.tsx';
import { useSession } from '../identity/session-react.tsx';
import { useCrudding } from './crudding.tsx';

/** How long the row stays that says so, in milliseconds. */
export const GONE_MS = 4000;

interface Props {
  activity: Activity;
  note?: ReactNode;
  /** Set while it is not on the server. */
  outbox?: OutboxState | undefined;
}

/** A crud that leaves the page by itself in the second in which its time is up. */
export function LivingCrud({ activity, note, outbox }: Props) {
  const { handlers, burn } = useCrudding();
  const { person } = useSession();
  const end = activity.expires_at === null ? Infinity : Date.parse(activity.expires_at);
  const now = useNowUntil(end);
  if (isExpired(activity.expires_at, now)) return now - end < GONE_MS && <GoneRow />;
  const own = person?.cognito_id === activity.cognito_user_uuid;
  // What was refused is discarded instead.
  const onBurn = own && (!outbox || outbox.kind === 'waiting') ? burn : undefined;
  return <CrudCard {...{ activity, handlers, note, onBurn }} {...(outbox && { outbox })} />;
}
