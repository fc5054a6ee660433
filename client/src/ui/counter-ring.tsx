import { COMPOSER_SOFT_LIMIT } from '@cruddur/shared';
import type { CSSProperties } from 'react';
import { clsx } from 'clsx';
import { announceRemaining, describeRemaining, WARN_BELOW } from './describe-remaining.ts';

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
