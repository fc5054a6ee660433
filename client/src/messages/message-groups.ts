import { UNSEND_WITHIN_MS, type DirectMessage } from '@cruddur/shared';
import { formatDay } from '../base/page/dates.ts';

/** The delivery state of an own message; a kept one is sent once its request is accepted, a stale one is not retried any more. */
export type MessageState = 'sending' | 'sent' | 'read' | 'failed' | 'kept' | 'stale';

export type Bubble = {
  message: DirectMessage;
  own: boolean;
  state: MessageState;
  /** While it is sending: an attempt got no answer. */
  isRepeated?: boolean;
  /** Error codes or texts of a failure. */
  errors?: readonly string[];
  /** Whether a failed message may be accepted as it is, and with another text. */
  canRetry?: boolean;
  canEdit?: boolean;
};

/** Whether the message stays pending until its author retries or discards it, or its request is accepted. */
export function isStuck({ state }: Bubble): boolean {
  return state === 'failed' || state === 'kept' || state === 'stale';
}

/** Consecutive messages of one person; a stuck one is a group of its own, with its actions below it. */
export type BubbleGroup = {
  key: string;
  /** Text of the line above the first group of a day. */
  day: string | null;
  /** Has the line "New messages" above it. */
  isNew: boolean;
  /** Is the first one after the line of a notice. */
  isAfterNotice: boolean;
  own: boolean;
  bubbles: readonly [Bubble, ...Bubble[]];
  /** The bubbles that are too old to be removed: all of another person's, the first ones of the viewer's. */
  fixed: number;
  /** The delivery state is shown below the last own group and below stuck ones. */
  showsStatus: boolean;
};

type GroupingOptions = {
  /** Id of the first new message, which begins a group. */
  firstNew?: string | null;
  /** Id of a message that stays while older and newer ones are added: the newest one of the first render. */
  pivot?: string | null;
  /** ISO time of a notice between messages; the first message after it begins a group. */
  noticeAt?: string | null;
};

const GROUP_WINDOW_MS = 5 * 60_000;

/**
 * Groups messages, oldest first, by sender within five minutes and one day.
 * @param now epoch milliseconds
 */
export function groupBubbles(
  bubbles: readonly Bubble[],
  now: number,
  { firstNew = null, pivot = null, noticeAt = null }: GroupingOptions = {},
): BubbleGroup[] {
  const groups: BubbleGroup[] = [];
  const dayOf = createDayFormatter(now);
  let openGroup: Bubble[] = [];
  let lastDay: string | null = null;
  let isBeforeNotice = noticeAt !== null;
  for (const bubble of bubbles) {
    const { uuid, created_at } = bubble.message;
    const day = dayOf(created_at);
    const isNew = uuid === firstNew;
    const isAfterNotice = isBeforeNotice && noticeAt !== null && created_at > noticeAt;
    if (isAfterNotice) isBeforeNotice = false;
    const previous = openGroup.at(-1);
    if (previous && !isNew && !isAfterNotice && lastDay === day && belongsTogether(bubble, previous)) {
      openGroup.push(bubble);
      continue;
    }
    const first: [Bubble] = [bubble];
    groups.push({
      key: uuid,
      isNew,
      isAfterNotice,
      own: bubble.own,
      bubbles: first,
      fixed: 0,
      showsStatus: isStuck(bubble),
      day: lastDay === day ? null : day,
    });
    openGroup = first;
    lastDay = day;
  }
  const lastOwn = groups.findLastIndex(({ own, showsStatus }) => own && !showsStatus);
  const keyOf = createKeyOf(groups, pivot);
  const removableFrom = new Date(now - UNSEND_WITHIN_MS).toISOString();
  return groups.map((group, index) => ({
    ...group,
    key: keyOf(group, index),
    fixed: countFixed(group, removableFrom),
    showsStatus: group.showsStatus || index === lastOwn,
  }));
}

/** @param removableFrom ISO time */
function countFixed({ own, bubbles }: BubbleGroup, removableFrom: string): number {
  const first = own ? bubbles.findIndex(({ message }) => message.created_at > removableFrom) : -1;
  return first === -1 ? bubbles.length : first;
}

/**
 * Groups older than the pivot grow at their beginning only, newer ones at their end only. The key is the id of the message at
 * the other end, so a group keeps its key and its DOM element.
 */
function createKeyOf(groups: readonly BubbleGroup[], pivot: string | null) {
  const pivotIndex = groups.findIndex(({ bubbles }) => bubbles.some(({ message }) => message.uuid === pivot));
  return ({ bubbles }: BubbleGroup, index: number): string => {
    if (index === pivotIndex && pivot !== null) return pivot;
    return index < pivotIndex ? (bubbles.at(-1) ?? bubbles[0]).message.uuid : bubbles[0].message.uuid;
  };
}

/** Formats days, cached by quarter of an hour: thousands of messages lie in few. */
function createDayFormatter(now: number): (moment: string) => string {
  const cache = new Map<string, string>();
  return (moment) => {
    // Every time zone starts its day at a quarter of an hour.
    const quarter = `${moment.slice(0, 14)}${Math.floor(Number(moment.slice(14, 16)) / 15)}`;
    const day = cache.get(quarter) ?? formatDay(moment, now);
    cache.set(quarter, day);
    return day;
  };
}

/** Whether two groups render the same. */
export function isSameGroup(one: BubbleGroup, other: BubbleGroup): boolean {
  return (
    one.key === other.key &&
    one.showsStatus === other.showsStatus &&
    one.own === other.own &&
    one.fixed === other.fixed &&
    one.bubbles.length === other.bubbles.length &&
    one.bubbles.every(({ message, state, errors }, index) => {
      const counterpart = other.bubbles[index];
      return counterpart?.message === message && counterpart.state === state && counterpart.errors === errors;
    })
  );
}

function belongsTogether(bubble: Bubble, previous: Bubble): boolean {
  if (bubble.message.handle !== previous.message.handle) return false;
  if (isStuck(bubble) || isStuck(previous)) return false;
  return Date.parse(bubble.message.created_at) - Date.parse(previous.message.created_at) < GROUP_WINDOW_MS;
}
