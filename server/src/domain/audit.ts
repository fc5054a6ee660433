/** What the audit log knows; docs/operations/observability.md has a row for each. */
export const AUDIT_EVENTS = [
  ...(['signed_in', 'sign_in_failed', 'slowed_down', 'limit_reached'] as const),
  ...(['password_changed', 'passkey_added', 'passkey_removed', 'device_forgotten'] as const),
  ...(['password_reset_requested', 'password_reset_completed'] as const),
  ...(['signed_out_everywhere', 'account_deleted', 'session_refused_by_provider'] as const),
] as const;

export interface AuditEvent {
  event: (typeof AUDIT_EVENTS)[number];
  /** The person's sub, or where there is none a keyed hash: never an address of mail. */
  subject: string;
  /** Which limit was reached, or for how many milliseconds an answer was held back. */
  limit?: string;
  delay_ms?: number;
}

/** Records what concerns the security of an account. Never a code, a token, a password or a mail address. */
export type Audit = (event: AuditEvent) => void;

export const noAudit: Audit = () => undefined;
