import type { PrivacyChange, PrivacySettings } from '@cruddur/shared';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Call } from '../api/http-client.ts';
import { fetchPrivacySettings } from '../api/privacy.ts';
import { updateCachedLists } from './cached-lists.ts';
import { PRIVACY_KEY } from './privacy-key.ts';

export function privacyQuery(call: Call) {
  return queryOptions({
    queryKey: PRIVACY_KEY,
    queryFn: ({ signal }) => fetchPrivacySettings(call, signal),
    staleTime: 0,
  });
}

/** Shows a change before its answer. @returns the settings before it */
export function showPrivacyChange(client: QueryClient, change: PrivacyChange): PrivacySettings | undefined {
  const before = client.getQueryData<PrivacySettings>(PRIVACY_KEY);
  updateCachedLists<PrivacySettings>(client, { queryKey: PRIVACY_KEY, exact: true }, (settings) => ({
    ...settings,
    ...change,
  }));
  return before;
}

/** Fetches the settings once the last of the changes in progress has ended, because an earlier answer lacks the later ones. */
export function onPrivacyChangeSettled(client: QueryClient): void {
  if (client.isMutating({ mutationKey: PRIVACY_KEY }) > 1) return;
  void client.invalidateQueries({ queryKey: PRIVACY_KEY });
}
