import type { Mute, MuteChange } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import type { MePage } from '../../base/http/pages.ts';
import { updateCachedLists } from './cached-lists.ts';
import { queryKeys } from './query-keys.ts';

/** The mutes after one was added, changed or undone; the latest is first. */
export function withMute(mutes: readonly Mute[] = [], { uuid, mute }: MuteChange): Mute[] {
  const others = mutes.filter((other) => other.uuid !== uuid);
  return mute ? [mute, ...others] : others;
}

/** Applies the answer of a call; the event that follows changes nothing more. */
export function applyMute(client: QueryClient, change: MuteChange): void {
  updateCachedLists<MePage>(client, { queryKey: queryKeys.me, exact: true }, (page) => ({
    ...page,
    head: { ...page.head, mutes: withMute(page.head.mutes, change) },
  }));
}

/** Fetches what the server leaves out for muted people: the number of unread notifications, and suggestions. */
export function onMutedPeopleChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.me });
  void client.invalidateQueries({ queryKey: queryKeys.suggested });
}
