import type { DirectMessage } from '@cruddur/shared';
import { formatDay } from '../clock/format-day.ts';

/** How far an own message got; stale ones are not sent any more. */
export type MessageState = 'sending' | 'sent' | 'read' | 'failed' | 'stale';

export type Bubble = {
  message: DirectMessage;
  own: boolean;
  state: MessageState;
  /** Why it failed: codes or texts. */
  errors?: readonly string[];
};

/** It stays here until its person does something about it. */
export function isStuck({ state }: Bubble): boolean {
  return state === 'failed' || state === 'stale';
}

/** Messages of one person, close together; a failed one stands alone, with its way out below it. */
export type BubbleGroup = {
  key: string;
  /** The line above, where a day begins. */
  day: string | null;
  /** The line "New messages" stands above. */
  isNew: boolean;
  own: boolean;
  bubbles: readonly [Bubble, ...Bubble[]];
  /** The words about how far it got belong below the last own group, and below failures. */
  showsStatus: boolean;
};

/** Messages that the groups depend on. */
type GroupingOptions = {
  /** The first new one begins a group. */
  firstNew?: string | null;
  /** One that stays while older and newer ones come, as the newest did when all began. */
  pivot?: string | null;
};

const GROUP_WINDOW_MS = 5 * 60_000;

/**
 * Groups messages, oldest first, by sender within five minutes and one day.
 * @param now epoch milliseconds
 */
export function groupBubbles(
  bubbles: readonly Bubble[],
  now: number,
  { firstNew = null, pivot = null }: GroupingOptions = {},
): BubbleGroup[] {
  const groups: BubbleGroup[] = [];
  const dayOf = createDayFormatter(now);
  let together: Bubble[] = [];
  let lastDay: string | null = null;
  for (const bubble of bubbles) {
    const { uuid, created_at } = bubble.message;
    const day = dayOf(created_at);
    const isNew = uuid === firstNew;
    const before = together.at(-1);
    if (before && !isNew && lastDay === day && belongsTogether(bubble, before)) {
      together.push(bubble);
      continue;
    }
    const first: [Bubble] = [bubble];
    groups.push({
      ...{ key: uuid, isNew, own: bubble.own, bubbles: first, showsStatus: isStuck(bubble) },
      day: lastDay === day ? null : day,
    });
    together = first;
    lastDay = day;
  }
  const lastOwn = groups.findLastIndex(({ own, showsStatus }) => own && !showsStatus);
  const keyOf = createKeyOf(groups, pivot);
  return groups.map((group, index) => ({
    ...group,
    key: keyOf(group, index),
    showsStatus: group.showsStatus || index === lastOwn,
  }));
}

/**
 * What is older than the pivot only grows at its beginning, what is newer only at its end: named by the other end, a group
 * keeps its name, and so its place on the page.
 */
function createKeyOf(groups: readonly BubbleGroup[], pivot: string | null) {
  const pivotIndex = groups.findIndex(({ bubbles }) => bubbles.some(({ message }) => message.uuid === pivot));
  return ({ bubbles }: BubbleGroup, index: number): string => {
    if (index === pivotIndex && pivot !== null) return pivot;
    return index < pivotIndex ? (bubbles.at(-1) ?? bubbles[0]).message.uuid : bubbles[0].message.uuid;
  };
}

/** Words for days, made once for each quarter of an hour that messages came in: thousands of them lie in few. */
function createDayFormatter(now: number): (moment: string) => string {
  const words = new Map<string, string>();
  return (moment) => {
    // No time zone begins its day but at a quarter of an hour.
    const quarter = `${moment.slice(0, 14)}${Math.floor(Number(moment.slice(14, 16)) / 15)}`;
    const known = words.get(quarter) ?? formatDay(moment, now);
    words.set(quarter, known);
    return known;
  };
}

/** Whether two groups look alike. */
export function isSameGroup(one: BubbleGroup, other: BubbleGroup): boolean {
  return (
    one.key === other.key &&
    one.showsStatus === other.showsStatus &&
    one.own === other.own &&
    one.bubbles.length === other.bubbles.length &&
    one.bubbles.every(({ message, state, errors }, index) => {
      const twin = other.bubbles[index];
      return twin?.message === message && twin.state === state && twin.errors === errors;
    })
  );
}

function belongsTogether(bubble: Bubble, before: Bubble): boolean {
  if (bubble.message.handle !== before.message.handle) return false;
  if (isStuck(bubble) || isStuck(before)) return false;
  return Date.parse(bubble.message.created_at) - Date.parse(before.message.created_at) < GROUP_WINDOW_MS;
}
