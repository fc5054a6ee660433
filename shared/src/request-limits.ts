/** Who can start a conversation with a person: everyone, people whom the person has written or replied to, or no one new. */
export const MESSAGE_SENDERS = ['everyone', 'known', 'none'] as const;
export type MessageSenders = (typeof MESSAGE_SENDERS)[number];

/** The messages of a request before its recipient answers. */
export const REQUEST_MESSAGES_MAX = 3;

/** The conversations that one person can start in 24 hours, */
export const NEW_CONVERSATIONS_PER_DAY = 20;
/** and one whose account is younger than that. */
export const NEW_CONVERSATIONS_OF_YOUNG_ACCOUNT = 3;
