import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Asks anew for what stands on screen as not to be had because nobody answered. What was refused stays refused. */
export function askAgain(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state: { data, error } }) =>
      data === undefined && error instanceof ApiError && (error.status === 0 || error.status >= 500),
  });
}
