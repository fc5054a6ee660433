import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** No answer at all, or one of somebody in between who had none. */
const UNREACHABLE_STATUSES: readonly number[] = [0, 502, 503, 504];

/** Asks anew for what stands on screen as not to be had because nobody answered. What was refused, or failed, is left to the reader. */
export function refetchUnreachable(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state: { data, error } }) =>
      data === undefined && error instanceof ApiError && UNREACHABLE_STATUSES.includes(error.status),
  });
}
