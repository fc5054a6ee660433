import { queryOptions } from '@tanstack/react-query';
import { fetchBlocked } from '../api/blocks.ts';
import type { Call } from '../api/http-client.ts';

/** Its key is not in `query-keys`, which is in the first chunk. Without a reducer: `applyBlockState` fetches it again. */
export function blockedQuery(call: Call) {
  return queryOptions({ queryKey: ['blocked'], queryFn: ({ signal }) => fetchBlocked(call, signal) });
}
