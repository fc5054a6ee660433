/** The limits that client and server share. Times are in milliseconds unless the name says otherwise. */

export const LIFETIMES = ['30-days', '7-days', '3-days', '1-day', '12-hours', '3-hours', '1-hour'] as const;
export type Lifetime = (typeof LIFETIMES)[number];
export const DEFAULT_LIFETIME: Lifetime = '7-days';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const LIFETIME_MS: Record<Lifetime, number> = {
  '30-days': 30 * DAY,
  '7-days': 7 * DAY,
  '3-days': 3 * DAY,
  '1-day': DAY,
  '12-hours': 12 * HOUR,
  '3-hours': 3 * HOUR,
  '1-hour': HOUR,
};

/** The composer of a crud or reply counts down from this length and warns below zero; it does not block. */
export const COMPOSER_SOFT_LIMIT = 240;
/** The longest message that the server accepts, in code points after NFC. */
export const MESSAGE_MAX = 1024;
export const DISPLAY_NAME_MAX = 50;
export const BIO_MAX = 160;
export const PASSWORD_MIN = 8;
/** The longest password and email that the pool accepts, in UTF-16 code units, as Cognito counts them. */
export const PASSWORD_MAX = 256;
export const EMAIL_MAX = 128;
/** The display name of an erased person, where content of others still refers to them. */
export const ERASED_NAME = 'Deleted account';
/** That of a suspended person, for the time of the suspension; hide_suspended_profile() has it too. */
export const SUSPENDED_NAME = 'Suspended account';
/** The text of a message that its sender has removed, for clients that do not know the field `removed`. */
export const REMOVED_MESSAGE = 'Message removed';
/** How long after sending a message its sender can remove it. */
export const UNSEND_WITHIN_MS = DAY;
/** The latest conversations whose other members learn at once that a person's read receipts are off or on. */
export const READ_AUDIENCE_MAX = 200;
export const MENTIONS_NOTIFIED_MAX = 10;

/** The people whom one person can block. */
export const BLOCKS_MAX = 1000;
/** The newest of the people who are hidden from one person, of which that person's client is told. */
export const HIDDEN_PEOPLE_MAX = 5000;

export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 100;
export const SYNC_EVENTS_MAX = 500;

/** The largest frame to a client, small enough for a slow connection. */
export const FRAME_SENT_MAX_BYTES = 32 * 1024;
/** The number of replies with nested replies that `activity.deleted` names; above it the event says `too many`. */
export const NESTED_REPLIES_MAX = 500;

export const BODY_MAX_BYTES = 16 * 1024;
export const FRAME_MAX_BYTES = 16 * 1024;
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
export const AVATAR_URL_SECONDS = 300;
export const AVATAR_EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'gif'] as const;
export type AvatarExtension = (typeof AVATAR_EXTENSIONS)[number];

export const HTTP_RETRY = { attempts: 3, baseMs: 100, jitterMs: 100, maxDelayMs: 300_000 } as const;
export const RETRIED_STATUSES: readonly number[] = [429, 500, 502, 503, 504];

export const SIGN_IN_STATE_MS = 180_000;
export const AUTO_SIGN_IN_MS = 180_000;
export const AUTO_SIGN_IN_POLL_MS = 5000;
export const REPEAT_CALL_THROTTLE_MS = 300;
export const TOKEN_TOLERANCE_MS = 5000;
export const CREDENTIALS_REFRESH_MS = 3_000_000;
export const CHUNK_TIMEOUT_MS = 120_000;
export const COOKIE_DAYS = 365;

/** `head` is sent to a socket that has received no frame for this time, */
export const HEAD_EVERY_MS = 5000;
/** and to any other one after this time, because frames of one stream do not confirm the other one or the time. */
export const HEAD_AT_LEAST_EVERY_MS = 30_000;
export const RECENT_EVENTS_MAX = 512;
export const OPERATION_RETENTION_DAYS = 8;
export const LOG_RETENTION_DAYS = 7;
/** How long the client retries an unsent item. Shorter than the retention of operations, so the server recognises each repeat. */
export const OUTBOX_RETENTION_MS = 7 * DAY;
/** `OUTBOX_RETENTION_MS` as the screens spell it. */
export const OUTBOX_RETENTION_TEXT = 'seven days';
export const TYPING_EVERY_MS = 3000;
/** The interval at which a client reports the conversation on screen. */
export const PRESENCE_EVERY_MS = 10_000;
/** The shortest time between two presence signals that are passed on. */
export const PRESENCE_PAUSE_MS = 2000;
/** The shortest interval between two counts events of one crud. */
export const COUNTS_EVERY_MS = 1000;
/** The number of cruds whose counts one socket follows. */
export const VIEWED_CRUDS_MAX = 64;
/** The shortest interval between two reports of the cruds on a screen: a feed that moves up with each new crud changes all the time. */
export const VIEWING_EVERY_MS = 2000;
/** The shortest interval between two `read.updated` events of one member and conversation. */
export const READS_EVERY_MS = 1000;
/** Likes of one crud within this time after the first are one notification; reposts likewise. */
export const NOTIFICATION_GROUPING_MS = 10_000;
/** The longest delay a JavaScript timer holds; a longer one fires at once. */
export const TIMER_MAX_MS = 2_147_483_647;

export const REGION = 'ap-south-1';
export const LOG_LEVELS = ['verbose', 'debug', 'info', 'warn', 'error', 'none'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOCAL_STORAGE_KEYS = ['handle', 'display_name', 'cognito_id', 'access_token'] as const;

/** The longest term of a search, in code points, and how many different words it may have. */
export const SEARCH_TERM_MAX = 100;
export const SEARCH_WORDS_MAX = 10;

/** The messages of a request before its recipient answers. */
export const REQUEST_MESSAGES_MAX = 3;

/** The conversations that one person can start in 24 hours, */
export const NEW_CONVERSATIONS_PER_DAY = 20;
/** and one whose account is younger than that. */
export const NEW_CONVERSATIONS_OF_YOUNG_ACCOUNT = 3;

/** The mutes of one person that have not ended. */
export const MUTES_MAX = 100;
/** The longest muted word or hashtag, in code points after NFC. */
export const MUTED_WORD_MAX = 50;

/** The longest note of a report, in code points. */
export const REPORT_NOTE_MAX = 500;
/** How long the text of a report is kept. */
export const REPORT_TEXT_DAYS = 14;
/** Reports by one person, of which more are refused until a day after the first. */
export const REPORTS_PER_DAY = 50;

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

/** Exports by one person in 24 hours, broken ones included. */
export const EXPORTS_PER_DAY = 3;
/** The latest used sessions that are listed. */
export const SESSIONS_LISTED_MAX = 100;
/** The version of the export's form; a change that readers have to know of increases it. */
export const EXPORT_VERSION = 1;
