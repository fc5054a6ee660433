import type { ByeCode } from '@cruddur/shared';

/** The delay after the first refusal, in milliseconds; each further refusal in a row doubles it. */
const AFTER_REFUSAL_MS: Record<ByeCode, number> = {
  token_invalid: 250,
  session_revoked: 250,
  too_slow: 1000,
  too_many: 15_000,
  restarting: 500,
};
const MAX_DELAY_MS = 30_000;
/** A gateway restarts within seconds, so a tab must not wait much longer than that. */
const MAX_RESTART_DELAY_MS = 1000;

/**
 * The delay before the next attempt, in milliseconds. All tabs of a gateway are refused at the same moment, so the delay is
 * spread between half and one and a half times the base.
 * @param refusals the number of refusals in a row before this one
 * @param random 0 to 1
 */
export function refusalDelayMs(code: ByeCode, refusals: number, random: number): number {
  const maxDelayMs = code === 'restarting' ? MAX_RESTART_DELAY_MS : MAX_DELAY_MS;
  return Math.min(AFTER_REFUSAL_MS[code] * 2 ** refusals, maxDelayMs) * (0.5 + random);
}

/** Whether the server has rejected the token, so that a new one is needed. */
export function isRejection(code: ByeCode): boolean {
  return code === 'token_invalid' || code === 'session_revoked';
}
