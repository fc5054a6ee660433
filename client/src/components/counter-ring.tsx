import { CRUD_COUNTER } from '@cruddur/shared';
import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

const CIRCUMFERENCE = 88;
const NEAR = 20;
const FAR = -1000;

/** What is left of 240, negative beyond. Read out only where it begins to matter: at 20, and at 0. */
export function CounterRing({ remaining }: { remaining: number }) {
  const over = remaining < 0;
  const used = Math.min(1, Math.max(0, 1 - remaining / CRUD_COUNTER)) * CIRCUMFERENCE;
  return (
    <>
      <span
        className={classNames('ring', over ? 'over' : remaining <= NEAR && 'near', remaining <= FAR && 'far')}
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
        {remaining <= 0 ? 'No characters left' : remaining <= NEAR && 'Fewer than 21 characters left'}
      </span>
    </>
  );
}
