import type { QueryClient } from '@tanstack/react-query';
import type { MePage } from '../../base/http/pages.ts';
import { updateCachedLists } from './cached-lists.ts';
import { queryKeys } from './query-keys.ts';

/** Resolves once the profile is fetched again. */
export async function onProfileUpdated(client: QueryClient, handle: string): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.profile(handle) });
}

/** Fetches the unread counts of messages again. */
export function onMessagesRead(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.conversations });
  void client.invalidateQueries({ queryKey: queryKeys.me });
}

/** @param unread the number of notifications that are still unread */
export function onNotificationsRead(client: QueryClient, unread: number): void {
  updateCachedLists<MePage>(client, { queryKey: queryKeys.me, exact: true }, (page) => {
    const { head } = page;
    return { ...page, head: { ...head, unread: { ...head.unread, notifications: unread } } };
  });
}

/** Fetches the lists again that were requested at the sign-in: their answers may be older than the mark set right after it. */
export async function onMarkAfterSignIn(client: QueryClient, uuid: string): Promise<void> {
  await Promise.all(
    [queryKeys.post(uuid), queryKeys.home].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

/** The first successful call registers the user with the new handle, so `me` is fetched before everything else. */
export async function onHandleChosen(client: QueryClient): Promise<void> {
  await client.refetchQueries({ queryKey: queryKeys.me }, { throwOnError: true });
  await client.invalidateQueries();
}
