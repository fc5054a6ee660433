/** What a person can be notified of by Web Push, each switched on by itself. */
export const PUSH_KINDS = ['messages', 'replies', 'mentions'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** The subscriptions of one person, one per sign-in; a further one replaces the one that was renewed first. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
/** The longest address of a subscription at its push service; those in use have 200 to 800 characters. */
export const PUSH_ENDPOINT_MAX = 2000;
/** A notification is sent this long after its subject, unless it was read or a visible tab was connected meanwhile. */
export const PUSH_DELAY_MS = 5000;
/** The longest time for which a push service keeps a notification for a browser that is not connected. */
export const PUSH_TTL_MAX_MS = 86_400_000;
/** A subscription that its browser has not renewed for this long is deleted. */
export const PUSH_RETENTION_MS = 60 * 86_400_000;
