import type { BlockedPerson, BlockState, StreamEvent } from '@cruddur/shared';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { AnyPage, MePage } from '../../base/http/pages.ts';
import { filterItems } from './cache-reducer.ts';
import { isActivityList, updateCachedLists } from './cached-lists.ts';
import { queryKeys } from './query-keys.ts';
import type { EventFilter } from './cache-updates.ts';

/** Queries that a block or its end does not change: `me` has the state already, and the history of conversations stays. */
const UNCHANGED_KINDS: readonly unknown[] = ['me', 'messages', 'lifetime', 'trends'];

/**
 * Filters events as the viewer may see them. The public stream is encoded once for all sockets, so it contains cruds of people who are
 * hidden from the viewer. A block is applied as a suspension is, but for the viewer alone.
 */
export function hidePeople(client: QueryClient): {
  filter: EventFilter;
  onApplied: (event: StreamEvent) => void;
  stop: () => void;
} {
  let known = readHidden(client);

  /** Cruds may have arrived before the first answer that says who is hidden. */
  function onMeFetched(): void {
    const hidden = readHidden(client);
    const added = [...hidden].filter((sub) => !known.has(sub));
    known = hidden;
    if (added.length === 0) return;
    const shown = new Set(added);
    void client.invalidateQueries({
      predicate: (query) => isActivityList(query) && containsAuthor(query, shown),
    });
  }

  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [kind]: readonly unknown[] = (event.query as Query).queryKey;
    if (kind === queryKeys.me[0]) onMeFetched();
  });

  return {
    filter(event) {
      if (event.kind !== 'block.changed') return isByOneOf(known, event) ? null : event;
      const { hidden, cognito_user_uuid } = event.data;
      return { ...event, kind: hidden ? 'person.hidden' : 'person.shown', data: { cognito_user_uuid } };
    },
    onApplied(event) {
      if (event.kind !== 'block.changed') return;
      const { hidden, cognito_user_uuid } = event.data;
      applyBlockState(client, event.data);
      known = readHidden(client);
      if (hidden) known.add(cognito_user_uuid);
      else known.delete(cognito_user_uuid);
    },
    stop,
  };
}

/** Of the list of blocked people. Apart from `query-keys`, which is in the first chunk; without a reducer: it is fetched again. */
export const BLOCKED_KEY = ['blocked'] as const;

/** Applies a block or its end, from an answer or an event, and fetches the lists again: what a list lacks only the server knows. */
export function applyBlockState(client: QueryClient, state: BlockState): void {
  setBlockState(client, state);
  void refetchLists(client);
}

/** The `sub` of the member whose account is in the cache; undefined before it is, and after a sign-out. */
export function readViewer(client: QueryClient): string | undefined {
  return client.getQueryData<MePage>(queryKeys.me)?.head.cognito_user_uuid;
}

/** What the account says about a person. */
export function readBlockState(client: QueryClient, sub: string): BlockState {
  const me = client.getQueryData<MePage>(queryKeys.me)?.head;
  const isIn = (subs: readonly string[] = []) => subs.includes(sub);
  return { cognito_user_uuid: sub, hidden: isIn(me?.hidden), blocked: isIn(me?.blocked) };
}

/** Shows a block or its end before its answer, and removes what the blocked person has written. */
export function showBlock(client: QueryClient, state: BlockState): void {
  const { cognito_user_uuid: sub, blocked } = state;
  setBlockState(client, state);
  const isOthers = (item: unknown) => !isBy(item, sub);
  if (blocked)
    updateCachedLists<InfiniteData<AnyPage>>(client, { predicate: isActivityList }, (data) =>
      data.pages.every(({ items }) => items.every(isOthers))
        ? data
        : { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter(isOthers) })) },
    );
  else
    updateCachedLists<BlockedPerson[]>(client, { queryKey: BLOCKED_KEY, exact: true }, (people) =>
      filterItems(people, isOthers),
    );
}

/** Whether the person is the author of an item, or the actor of a notification. */
function isBy(item: unknown, sub: string): boolean {
  if (typeof item !== 'object' || item === null) return false;
  if ('cognito_user_uuid' in item && item.cognito_user_uuid === sub) return true;
  return 'actor' in item && isBy(item.actor, sub);
}

function setBlockState(client: QueryClient, state: BlockState): void {
  const { cognito_user_uuid: sub, hidden, blocked } = state;
  updateCachedLists<MePage>(client, { queryKey: queryKeys.me, exact: true }, (page) => ({
    ...page,
    head: {
      ...page.head,
      hidden: withMember(page.head.hidden, sub, hidden),
      blocked: withMember(page.head.blocked, sub, blocked),
    },
  }));
}

async function refetchLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => !UNCHANGED_KINDS.includes(kind) }),
    // Its unread counts.
    client.invalidateQueries({ queryKey: queryKeys.me }),
  ]);
}

function readHidden(client: QueryClient): Set<string> {
  return new Set(client.getQueryData<MePage>(queryKeys.me)?.head.hidden);
}

function withMember(subs: readonly string[] = [], sub: string, isMember: boolean): string[] {
  const others = subs.filter((other) => other !== sub);
  return isMember ? [...others, sub] : others;
}

function isByOneOf(subs: ReadonlySet<string>, { kind, data }: StreamEvent): boolean {
  const isCreation = kind === 'activity.created' || kind === 'reply.created';
  return isCreation && subs.has(data.cognito_user_uuid);
}

function containsAuthor({ state }: Query, subs: ReadonlySet<string>): boolean {
  const data = state.data as InfiniteData<AnyPage> | undefined;
  const entities = data?.pages.flatMap(({ head, items }) => [head, ...items]) ?? [];
  return entities.some(
    (entity) =>
      typeof entity === 'object' &&
      entity !== null &&
      'cognito_user_uuid' in entity &&
      subs.has(String(entity.cognito_user_uuid)),
  );
}
