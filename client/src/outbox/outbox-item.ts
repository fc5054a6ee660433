import type { Lifetime } from '@cruddur/shared';

/** What a person wants done, once. A message goes to a conversation, or to somebody by handle. */
export type OutboxContent =
  | { kind: 'crud'; message: string; ttl: Lifetime; user_handle: string }
  | { kind: 'reply'; message: string; activity_uuid: string }
  | { kind: 'message'; message: string; group: string | null; handle: string | null };

/** One act on its way. What the server has taken is in here no more. */
export interface OutboxItem {
  /** Of all items of this browser, in the order in which they were written: whole in the database, between in memory. */
  place: number;
  /** Grows with every change; nobody writes over what they have not seen. */
  generation: number;
  sub: string;
  operationId: string;
  /** The id of the row that it will be. */
  row: string;
  act: OutboxContent;
  /** Epoch milliseconds by the server's clock. */
  at: number;
  state: 'queued' | 'sending' | 'refused' | 'stale';
  /** How often it was sent, counted before it is: 0 is certainly not on the server. */
  attempts: number;
  /** Why it was refused. */
  codes: readonly string[];
  /** Taken back when it may have been sent already: it is burned as soon as its fate is known. */
  unwanted: boolean;
}

export type NewItem = Omit<OutboxItem, 'place'>;
export type ItemChange = Partial<Pick<OutboxItem, 'state' | 'attempts' | 'codes' | 'unwanted' | 'at'>>;

/**
 * What shares a lane is sent one after the other: all cruds, the replies to one crud, the messages to one person or of one
 * conversation. While nobody knows whose conversation it is, only one of both names is there.
 */
function lanesOf({ act }: OutboxItem): string[] {
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

/** Whether it still may be sent; what was refused or is too old waits for its person and holds nobody up. */
export function isWaiting({ state }: Pick<OutboxItem, 'state'>): boolean {
  return state === 'queued' || state === 'sending';
}

/** Only this page has it, and it goes with the page. */
export function isInMemoryOnly({ place }: Pick<OutboxItem, 'place'>): boolean {
  return !Number.isInteger(place);
}

/** What nothing stands before in any of its lanes. @param items in the order in which they were written */
export function firstOfEachLane(items: readonly OutboxItem[]): OutboxItem[] {
  const taken = new Set<string>();
  return items.filter(isWaiting).filter((item) => {
    const lanes = lanesOf(item);
    const isFree = !lanes.some((lane) => taken.has(lane));
    for (const lane of lanes) taken.add(lane);
    return isFree;
  });
}
