/** The events of the audit log; docs/operations/observability.md explains each. */
export const AUDIT_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'slowed_down',
  'limit_reached',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'device_forgotten',
  'password_reset_requested',
  'password_reset_completed',
  'password_reset_failed',
  'signed_out_everywhere',
  'account_deleted',
  'session_refused_by_provider',
  'session_ended',
  'data_exported',
] as const;

export interface AuditEvent {
  event: (typeof AUDIT_EVENTS)[number];
  /** The person's sub, or a keyed hash if there is none; never a mail address. */
  subject: string;
  /** The limit that was reached. */
  limit?: string;
  /** The time for which the answer was delayed. */
  delay_ms?: number;
}

/** The request that caused an event. */
export interface RequestOrigin {
  requestId: string;
  /** The caller's network address, as the trusted proxies report it. */
  address: string;
}

/**
 * Records events that concern the security of an account. Never a code, a token, a password or a mail address.
 * @param origin undefined where no request caused the event
 */
export type Audit = (event: AuditEvent, origin?: RequestOrigin) => void;

export const noAudit: Audit = () => undefined;
