import { COMPOSER_SOFT_LIMIT, MESSAGE_MAX } from '@cruddur/shared';
import type { CSSProperties } from 'react';
import { clsx } from 'clsx';

const CIRCUMFERENCE = 88;
const SHRINK_BELOW = -100;

/**
 * The remaining characters, negative beyond the soft limit; of a text that is too long for the server, those to be removed. Screen
 * readers announce it at the limits only.
 */
export function CounterRing({ remaining }: { remaining: number }) {
  const over = remaining < 0;
  const excess = excessOf(remaining);
  const shown = excess > 0 ? -excess : remaining;
  const used = Math.min(1, Math.max(0, 1 - remaining / COMPOSER_SOFT_LIMIT)) * CIRCUMFERENCE;
  return (
    <>
      <span
        className={clsx(
          'ring',
          over ? 'over' : remaining <= WARN_BELOW && 'near',
          shown <= SHRINK_BELOW && 'far',
        )}
        role="img"
        aria-label={describeRemaining(shown)}
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
        {shown}
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
  return `${toCharacters(Math.abs(remaining))} ${remaining < 0 ? 'over' : 'left'}`;
}

const toCharacters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;

/** Beside the disabled button of a text that is longer than the server accepts. */
export function describeExcess(excess: number): string {
  return `Too long to send. Remove ${toCharacters(excess)}.`;
}

/** By how many characters a crud or reply with this many left is longer than the server accepts; 0 for none. */
export function excessOf(remaining: number): number {
  return Math.max(0, COMPOSER_SOFT_LIMIT - MESSAGE_MAX - remaining);
}

/** The announcement while a crud or reply is written: one text for each range, so that typing within a range is silent. */
export function announceRemaining(remaining: number): string {
  if (excessOf(remaining) > 0) return `Over the limit of ${MESSAGE_MAX} characters`;
  if (remaining < 0) return `Over ${COMPOSER_SOFT_LIMIT} characters`;
  if (remaining === 0) return 'No characters left';
  return remaining <= WARN_BELOW ? `Fewer than ${WARN_BELOW + 1} characters left` : '';
}
