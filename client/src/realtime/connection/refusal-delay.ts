import type { ByeCode } from '@cruddur/shared';

/** Waits before another try after a first refusal, in milliseconds; each further one in a row doubles it. */
const AFTER_REFUSAL_MS: Record<ByeCode, number> = {
  ...{ token_invalid: 250, session_revoked: 250, too_slow: 1000, too_many: 15_000, restarting: 500 },
};
const LONGEST_WAIT_MS = 30_000;
/** A gateway restarts within seconds, so a tab must not wait much longer than that. */
const LONGEST_RESTART_MS = 1000;

/**
 * How long to wait before the next try, in milliseconds. All tabs of a gateway are refused at the same moment, so each waits
 * between half and one and a half times as long.
 * @param refusals how many there were in a row before this one
 * @param random 0 to 1
 */
export function refusalDelayMs(code: ByeCode, refusals: number, random: number): number {
  const longest = code === 'restarting' ? LONGEST_RESTART_MS : LONGEST_WAIT_MS;
  return Math.min(AFTER_REFUSAL_MS[code] * 2 ** refusals, longest) * (0.5 + random);
}
