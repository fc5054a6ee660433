import type { CSSProperties } from 'react';
import { useNowUntil } from '../clock/clock-react.tsx';
import { FuseBomb } from '../ui/logo.tsx';
import { TimeLeft } from '../clock/time-left.tsx';

type Lifespan = {
  /** ISO times. */
  created_at: string;
  expires_at: string;
};

type Props = {
  life: Lifespan;
  showLabel?: boolean;
  /** Its time left is a stop of the keyboard. */
  focusable?: boolean;
};

/** The share of its own life that a thing has left, 0 to 1. */
export function fractionLeft({ created_at, expires_at }: Lifespan, now: number): number {
  const end = Date.parse(expires_at);
  const whole = end - Date.parse(created_at);
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (end - now) / whole));
}

/**
 * The remaining time, the bomb, and the hairline that burns towards it. It fills the foot of the nearest positioned
 * ancestor. Warm colours are for the last tenth alone.
 */
export function Fuse({ life, showLabel = false, focusable = false }: Props) {
  const left = fractionLeft(life, useNowUntil(Date.parse(life.expires_at)));
  return (
    <div className={left <= 0.1 ? 'burns late' : 'burns'}>
      <div className="life">
        <TimeLeft until={life.expires_at} showLabel={showLabel} focusable={focusable} />
        <FuseBomb />
      </div>
      <div className="fuse" style={{ '--left': left.toFixed(4) } as CSSProperties} />
    </div>
  );
}
