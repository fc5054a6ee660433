import { COMPOSER_SOFT_LIMIT, MESSAGE_MAX } from '@cruddur/shared';
import type { CSSProperties } from 'react';
import { clsx } from 'clsx';

const CIRCUMFERENCE = 88;
const SHRINK_BELOW = -1000;

/** The remaining characters, negative beyond the soft limit. Screen readers announce it at the limits only. */
export function CounterRing({ remaining }: { remaining: number }) {
  const over = remaining < 0;
  const used = Math.min(1, Math.max(0, 1 - remaining / COMPOSER_SOFT_LIMIT)) * CIRCUMFERENCE;
  return (
    <>
      <span
        className={clsx(
          'ring',
          over ? 'over' : remaining <= WARN_BELOW && 'near',
          remaining <= SHRINK_BELOW && 'far',
        )}
        role="img"
        aria-label={describeRemaining(remaining)}
      >
        <svg viewBox="0 0 34 34" aria-hidden="true">
          <circle cx="17" cy="17" r="14" />
          <circle
            className="now"
            cx="17"
            cy="17"
            r="14"
            style={{ '--used': used.toFixed(1) } as CSSProperties}
          />
        </svg>
        {remaining}
      </span>
      <span className="vh" role="status">
        {announceRemaining(remaining)}
      </span>
    </>
  );
}

/** From this number of remaining characters of a crud or reply on, a screen reader hears a warning. */
const WARN_BELOW = 20;

/** `1 character left`, `12 characters over`: the accessible name of a counter. */
export function describeRemaining(remaining: number): string {
  const count = Math.abs(remaining);
  return `${count} ${count === 1 ? 'character' : 'characters'} ${remaining < 0 ? 'over' : 'left'}`;
}

/** Whether a crud or reply with this many characters left is longer than the server accepts. */
export function isOverLimit(remaining: number): boolean {
  return remaining < COMPOSER_SOFT_LIMIT - MESSAGE_MAX;
}

/** The announcement while a crud or reply is written: one text for each range, so that typing within a range is silent. */
export function announceRemaining(remaining: number): string {
  if (isOverLimit(remaining)) return `Over the limit of ${MESSAGE_MAX} characters`;
  if (remaining < 0) return `Over ${COMPOSER_SOFT_LIMIT} characters`;
  if (remaining === 0) return 'No characters left';
  return remaining <= WARN_BELOW ? `Fewer than ${WARN_BELOW + 1} characters left` : '';
}
