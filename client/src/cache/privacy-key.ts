/** Apart from `query-keys`, which is in the first chunk. The event `privacy.changed` makes the query stale. */
export const PRIVACY_KEY = ['privacy'] as const;
