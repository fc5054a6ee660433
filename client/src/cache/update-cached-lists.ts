import { notifyManager, type QueryClient, type QueryFilters } from '@tanstack/react-query';

/**
 * Changes cached lists by what is known without asking. That is no answer: a list stays as old as it was, and one that is to
 * be asked for again still is. Those that the change gives back as they are keep their identity.
 */
export function updateCachedLists<Data>(
  client: QueryClient,
  which: QueryFilters,
  change: (data: Data) => Data,
): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll(which)) {
      const data = query.state.data as Data | undefined;
      const next = data && change(data);
      if (next !== data) query.setState({ data: next });
    }
  });
}
