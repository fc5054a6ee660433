import type { Activity, DirectMessage, ShortUser } from '@cruddur/shared';
import type { Bubble } from '../message/message-groups.ts';
import type { OutboxState } from '../crud/outbox-status.tsx';
import { isInMemoryOnly, type OutboxItem } from './outbox-item.ts';

/** A crud that is shown before the server has it. */
export interface PendingCrud {
  activity: Activity;
  outbox: OutboxState;
}

/** What a person can do about an item. Every function keeps its identity. */
export interface PendingActions {
  retry: (row: string) => void;
  discard: (row: string) => void;
  copy: (text: string) => void;
}

/** Its life begins when it is lit, so there is nothing to burn down yet. */
export function toPendingCrud(item: OutboxItem, author: ShortUser, ways: PendingActions): PendingCrud {
  const { row, act } = item;
  const activity: Activity = {
    ...{ uuid: row, message: act.message, created_at: toIsoTime(item), expires_at: null },
    ...author,
    ...{ replies_count: 0, reposts_count: 0, likes_count: 0, liked: false, reposted: false },
    reply_to_activity_uuid: act.kind === 'reply' ? act.activity_uuid : null,
  };
  return { activity, outbox: toOutboxState(item, ways) };
}

function toOutboxState(item: OutboxItem, ways: PendingActions): OutboxState {
  const { row, act, state, codes } = item;
  const onCopy = () => ways.copy(act.message);
  const onDiscard = () => ways.discard(row);
  if (state === 'refused')
    return { kind: 'refused', errors: codes, onRetry: () => ways.retry(row), onCopy, onDiscard };
  if (state === 'stale') return { kind: 'stale', onCopy, onDiscard };
  return { kind: 'waiting', isInMemoryOnly: isInMemoryOnly(item) };
}

/** A message that is shown before the server has it. */
export function toPendingBubble(item: OutboxItem, author: ShortUser): Bubble {
  const { row, act, state, codes } = item;
  const message: DirectMessage = {
    ...{ uuid: row, message: act.message, created_at: toIsoTime(item) },
    ...author,
  };
  if (state === 'refused') return { message, own: true, state: 'failed', errors: codes };
  return { message, own: true, state: state === 'stale' ? 'stale' : 'sending' };
}

function toIsoTime({ at }: OutboxItem): string {
  return new Date(at).toISOString();
}
