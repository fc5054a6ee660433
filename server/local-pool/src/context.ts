import type { Clock } from './lifetimes.ts';
import type { RelyingParty } from './passkeys/verify.ts';
import type { KeyRing } from './secrets/signing-keys.ts';
import type { Vault } from './secrets/vault.ts';
import type { Store } from './tables.ts';
import type { Redirects } from './redirects.ts';
import type { Mailer } from './mailer.ts';

/** The request that a call came with, for the audit log. */
export type RequestOrigin = { requestId: string; address: string };

export type Caller = {
  /** The network address, for rate limits. */
  address: string;
  /** Undefined for calls of the server itself. */
  origin?: RequestOrigin;
};

/**
 * The tokens that a sign-out everywhere revokes: every token of `sub` whose `auth_time` (seconds) is below `authTimeBefore`, and
 * those whose `origin_jti` is listed, which covers sign-ins within the same second. The oldest sessions end in the same way.
 */
export type GlobalSignOut = { sub: string; authTimeBefore: number; originJtis: string[] };

/** Ended sessions of one person; they revoke all tokens with their `origin_jti`. */
export type SessionsEnded = { sub: string; originJtis: string[] };

/** An event that concerns the security of an account. `subject` is a person's sub, or a keyed hash where there is none. */
export type AuditEvent = {
  event:
    | 'device_forgotten'
    | 'limit_reached'
    | 'passkey_added'
    | 'passkey_removed'
    | 'password_changed'
    | 'password_reset_completed'
    | 'password_reset_failed'
    | 'password_reset_requested'
    | 'sign_in_failed'
    | 'signed_in'
    | 'signed_out_everywhere'
    | 'slowed_down';
  subject: string;
  /** The limit that was reached. */
  limit?: string;
  /** For how many milliseconds an answer was delayed. */
  delay_ms?: number;
};

export type Audit = (event: AuditEvent, caller: Caller) => void;

/** The dependencies of an operation, with its caller. */
export type PoolContext = {
  db: Store;
  clock: Clock;
  mailer: Pick<Mailer, 'send'>;
  vault: Vault;
  keys: KeyRing;
  issuer: string;
  relyingParty: RelyingParty;
  accessSeconds: number;
  redirects: Redirects;
  allowGuest: boolean;
  rateLimits: boolean;
  /** Whether the mailer stores mails for the mailbox. */
  storesMail: boolean;
  /** Resolves after `ms` milliseconds. */
  wait: (ms: number) => Promise<void>;
  onGlobalSignOut: (event: GlobalSignOut) => Promise<void>;
  /** Whether the server already uses a person's handle, so that it can no longer change. */
  isHandleInUse: (sub: string) => Promise<boolean>;
  onSessionsEnded: (event: SessionsEnded) => Promise<void>;
  onDeleteUser: (sub: string) => Promise<void>;
  audit: (event: AuditEvent) => void;
};
