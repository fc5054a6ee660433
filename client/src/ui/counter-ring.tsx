import { COMPOSER_SOFT_LIMIT } from '@cruddur/shared';
import type { CSSProperties } from 'react';
import { clsx } from 'clsx';

const CIRCUMFERENCE = 88;
const WARN_BELOW = 20;
const SHRINK_BELOW = -1000;

/** The remaining characters, negative beyond the soft limit. Screen readers announce it at 20 and at 0 only. */
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
        aria-label={over ? `${-remaining} over` : `${remaining} characters left`}
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
        {remaining <= 0 ? 'No characters left' : remaining <= WARN_BELOW && 'Fewer than 21 characters left'}
      </span>
    </>
  );
}
