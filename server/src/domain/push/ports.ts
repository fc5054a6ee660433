import type { PushChoice, PushKind } from '@cruddur/shared';
import type { Session } from '../viewer.ts';

/** The subscription of a sign-in as it is stored. */
export interface StoredSubscription {
  uuid: string;
  owner: string;
  originJti: string;
  /** Epoch seconds. */
  authTime: number;
  /** Finds the subscription of the same browser. */
  endpointHash: string;
  /** Of its push service, with a port if it is not the usual one. */
  host: string;
  /** The address and the keys, sealed. */
  sealed: string;
  choice: PushChoice;
  renewedAt: Date;
}

export interface PushReads {
  /** What a sign-in is subscribed to; null when it is not. */
  findChoice(session: Pick<Session, 'sub' | 'originJti'>): Promise<PushChoice | null>;
}

export interface PushWrites {
  /**
   * Replaces the subscription of the same sign-in, that of the same browser, and above the limit the one renewed first.
   * @returns false for an erased person
   */
  save(subscription: StoredSubscription): Promise<boolean>;
  remove(session: Pick<Session, 'sub' | 'originJti'>): Promise<void>;
}

/** A message or crud that a notification can be about. */
export interface PushCandidate {
  /** For muted words only. It is never sent. */
  text: string;
  /** Its end; null when it stays. */
  expiresAt: Date | null;
}

/** One notification for one subscription, of which the owner may still be told. */
export interface DuePush {
  id: number;
  host: string;
  /** What it was last queued for; it changes when a conversation goes on. */
  version: string;
  /** Including this attempt. */
  attempts: number;
  kind: PushKind;
  owner: string;
  subscription: Pick<StoredSubscription, 'uuid' | 'originJti' | 'authTime' | 'sealed'>;
  /** The crud, or the last unread messages of the conversation, newest first. */
  candidates: readonly [PushCandidate, ...PushCandidate[]];
  subject: { kind: 'message'; group: string } | { kind: 'crud'; uuid: string; author: string };
}

export interface PushClaim {
  host: string;
  now: Date;
  limit: number;
  /** People who get none in this claim. */
  except: readonly string[];
  /** The person after whom the turns begin, in the order of the ids; null: from the first. */
  after: string | null;
}

/** The notifications to send: rows of the store, so that a restart loses none and two gateways never send the same. */
export interface PushQueue {
  /** Notices what has become due. @returns the push services for which a notification is due, ordered */
  findDueHosts(now: Date): Promise<string[]>;
  /**
   * Claims noticed notifications for two minutes, one for each person, and deletes those whose subject is read, gone, hidden or by a
   * muted person.
   * @returns `last` is the last person of the claim; null when none was due
   */
  claimDue(claim: PushClaim): Promise<{ due: DuePush[]; last: string } | null>;
  /** Deletes a notification that was sent or dropped. If its conversation has gone on meanwhile, it is due again instead. */
  settle(push: Pick<DuePush, 'id' | 'version'>, now: Date): Promise<void>;
  retryAt(id: number, at: Date): Promise<void>;
  /** Deletes what is queued for people. */
  dropFor(owners: readonly string[]): Promise<void>;
  /** Deletes a subscription that its push service does not know any more. */
  endSubscription(uuid: string): Promise<void>;
}

/** What a browser gave for its subscription. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushMessage {
  target: PushTarget;
  payload: string;
  /** In seconds. */
  ttl: number;
  /** Replaces a waiting notification of the same name at the push service. */
  topic: string;
}

/** `sent`; `gone` for good, or no push service of this site; to be repeated, after the wait that the service asked for; or refused for good. */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'busy'; waitMs: number | null }
  | { kind: 'refused'; status: number }
  /** It is not reached, does not answer in time, or is at an address that is not public. */
  | { kind: 'unreachable'; error: Error };

/** Sends to a push service. */
export type SendPush = (message: PushMessage) => Promise<PushOutcome>;

/** The hosts of the addresses that Chromium, Firefox, Edge and Safari give; with a dot in front, every name below it. */
export const KNOWN_PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
];

/** Whether an address is at one of the services, at the usual port unless the service is named with another one. */
export function isAtPushService(address: string, services: readonly string[]): boolean {
  const { protocol, host } = new URL(address);
  const isHere = (service: string) => (service.startsWith('.') ? host.endsWith(service) : host === service);
  return protocol === 'https:' && services.some(isHere);
}
