import type { Lifetime } from '@cruddur/shared';

/** The content of an item. A message goes to a conversation, or to a user by handle. */
export type OutboxContent =
  | { kind: 'crud'; message: string; ttl: Lifetime; user_handle: string }
  | { kind: 'reply'; message: string; activity_uuid: string }
  | { kind: 'message'; message: string; group: string | null; handle: string | null };

/** An item that the server has not accepted yet. Its field names are stored in IndexedDB. */
export interface OutboxItem {
  /** The order of all items of this browser: an integer in the database, a fraction in memory. */
  place: number;
  /** Incremented with every change, for compare-and-set. */
  generation: number;
  sub: string;
  operationId: string;
  /** The id of the row that the server will create. */
  row: string;
  act: OutboxContent;
  /** When it was written: epoch milliseconds by the server's clock. */
  at: number;
  state: 'queued' | 'sending' | 'refused' | 'stale';
  /** Incremented before each attempt, so that 0 proves that the server does not have it. */
  attempts: number;
  /** The error codes of a refusal. */
  codes: readonly string[];
  /** Cancelled after it may have been sent: it is burned as soon as the server has answered. */
  unwanted: boolean;
}

export type NewItem = Omit<OutboxItem, 'place'>;
export type ItemChange = Partial<Pick<OutboxItem, 'state' | 'attempts' | 'codes' | 'unwanted' | 'at'>>;

/**
 * Items that share a queue are sent in sequence: all cruds, the replies to one crud, the messages to one user or of one
 * conversation. A message has two queues when both its user and its conversation are known.
 */
function queuesOf({ act }: OutboxItem): string[] {
  switch (act.kind) {
    case 'crud':
      return ['crud'];
    case 'reply':
      return [`reply:${act.activity_uuid}`];
    case 'message':
      return [
        ...(act.handle === null ? [] : [`person:${act.handle.toLowerCase()}`]),
        ...(act.group === null ? [] : [`conversation:${act.group}`]),
      ];
  }
}

/** Whether the item is still to be sent. Refused and stale items wait for the user and do not block their queues. */
export function isWaiting({ state }: Pick<OutboxItem, 'state'>): boolean {
  switch (state) {
    case 'queued':
    case 'sending':
      return true;
    case 'refused':
    case 'stale':
      return false;
  }
}

/** Codes of a refusal that no other text avoids: the crud, the recipient or the conversation is gone. */
const GONE_CODES: readonly string[] = [
  'activity_expired',
  'activity_not_found',
  'message_group_not_found',
  'user_not_found',
  'user_reciever_handle_blank',
];
/** Codes of a refusal that the same text gets again. */
const CONTENT_CODES: readonly string[] = ['message_blank', 'message_exceed_max_chars_1024'];

/** Whether a refused item may be accepted with another text. */
export function canEdit({ codes }: Pick<OutboxItem, 'codes'>): boolean {
  return !codes.some((code) => GONE_CODES.includes(code));
}

/** Whether a refused item may be accepted as it is. */
export function canRetry({ codes }: Pick<OutboxItem, 'codes'>): boolean {
  return !codes.some((code) => CONTENT_CODES.includes(code));
}

/** Whether the item is lost with the page. */
export function isInMemoryOnly({ place }: Pick<OutboxItem, 'place'>): boolean {
  return !Number.isInteger(place);
}

/** The items that are first in all their queues. @param items in the order in which they were written */
export function firstOfEachQueue(items: readonly OutboxItem[]): OutboxItem[] {
  const taken = new Set<string>();
  return items.filter(isWaiting).filter((item) => {
    const queues = queuesOf(item);
    const isFree = !queues.some((queue) => taken.has(queue));
    for (const queue of queues) taken.add(queue);
    return isFree;
  });
}
