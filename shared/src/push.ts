import * as z from 'zod/mini';
import type { PushKind } from './choices.ts';
import { PUSH_ENDPOINT_MAX } from './limits.ts';
import { rule, text } from './primitives.ts';

/** The kinds that a subscription is for. */
const pushChoice = z.object({ messages: z.boolean(), replies: z.boolean(), mentions: z.boolean() });
export type PushChoice = z.infer<typeof pushChoice>;

/** The site's public key, null where push is off, and what this sign-in is subscribed to, null when it is not. */
export const pushSettings = z.object({
  public_key: z.nullable(z.string()),
  choice: z.nullable(pushChoice),
});
export type PushSettings = z.infer<typeof pushSettings>;

/** An https address of a named host, in the form that browsers give it. Where the name leads is checked at each connection. */
const PUSH_ADDRESS = /^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?\/[!-~]*$/;

const P256DH_BYTES = 65;
const AUTH_BYTES = 16;
const base64Url = (bytes: number) => new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`);

/** What a browser gets from its push service, with the choice of kinds. A malformed one is no browser's. */
export const pushSubscription = z.object({
  endpoint: text.check(
    rule((value) => value.length <= PUSH_ENDPOINT_MAX && PUSH_ADDRESS.test(value), 'generic_400'),
  ),
  keys: z.object({
    /** The browser's public key on P-256, an uncompressed point. */
    p256dh: z.string().check(z.regex(base64Url(P256DH_BYTES))),
    auth: z.string().check(z.regex(base64Url(AUTH_BYTES))),
  }),
  choice: pushChoice,
});
export type NewPushSubscription = z.infer<typeof pushSubscription>;

/** The encrypted content of a notification: where it leads and what it replaces, but no text and no name. */
export interface PushPayload {
  kind: PushKind;
  /** A path of this site. */
  path: string;
  /** Equal for notifications that replace each other. */
  tag: string;
  /** The end of the subject, ISO 8601; null when it stays. */
  until: string | null;
  /** The number of unread messages and notifications, for the badge. */
  unread: number;
}

/** The calls about Web Push. Each concerns the subscription of the sign-in that makes it. */
export const pushCalls = {
  pushSettings: {
    summary: 'Get the site’s public key for Web Push, and what this sign-in is subscribed to',
    access: 'person',
    budget: 'read',
    output: pushSettings,
    errors: [],
  },
  subscribePush: {
    summary: 'Subscribe this sign-in to Web Push, renew its subscription or change its choice',
    access: 'person',
    budget: 'write',
    body: pushSubscription,
    output: pushSettings,
    errors: ['generic_404', 'push_service_unknown'],
  },
  unsubscribePush: {
    summary: 'End the subscription of this sign-in',
    access: 'person',
    budget: 'write',
    output: z.object({ ended: z.literal(true) }),
    errors: [],
  },
} as const;
