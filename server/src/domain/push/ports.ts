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

/** One notification for one subscription, of which the owner may still be told. */
export interface DuePush {
  id: number;
  /** Including this attempt. */
  attempts: number;
  kind: PushKind;
  owner: string;
  subscription: Pick<StoredSubscription, 'uuid' | 'originJti' | 'authTime' | 'sealed'>;
  /** The text of the message or crud, for muted words only. It is never sent. */
  text: string;
  /** The end of the message or crud; null when it stays. */
  expiresAt: Date | null;
  subject: { kind: 'message'; group: string } | { kind: 'crud'; uuid: string; author: string };
}

/** The notifications to send: rows of the store, so that a restart loses none and two gateways never send the same. */
export interface PushQueue {
  /**
   * Claims some due notifications of people other than `except` for two minutes, and deletes those whose subject is read, gone,
   * hidden or by a muted person.
   * @returns null when none was due
   */
  claimDue(now: Date, limit: number, except: readonly string[]): Promise<DuePush[] | null>;
  /** Gives up a claim as if it had not been made. */
  release(ids: readonly number[], now: Date): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
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

/** `sent`; `gone` for good; to be repeated, after the wait that the service asked for; or refused for good. */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'busy'; waitMs: number | null }
  | { kind: 'refused'; status: number }
  /** It is not reached, does not answer in time, or is at an address that is not public. */
  | { kind: 'unreachable'; error: Error };

/** Sends to a push service. */
export type SendPush = (message: PushMessage) => Promise<PushOutcome>;
