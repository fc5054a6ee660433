import type { PoolContext } from './context.ts';
import type { ConsumedAllowance } from './rate-limits.ts';

/** Wrong tries from anywhere that cost an account no time yet: as many as one address has. */
const FREE_ATTEMPTS = 20;
const STEP_MS = 100;
/** An owner who knows the password waits no longer than this, whatever strangers do. */
const DELAY_MAX_MS = 5000;

/** Holds back an answer, the longer the more often the account was guessed at; it refuses nothing. */
export async function delayAnswer(
  context: PoolContext,
  { total }: Pick<ConsumedAllowance, 'total'>,
  subject: string,
): Promise<void> {
  const ms = Math.min(DELAY_MAX_MS, STEP_MS * (total - FREE_ATTEMPTS));
  if (ms <= 0) return;
  context.audit({ event: 'slowed_down', subject, delay_ms: ms });
  await context.wait(ms);
}
