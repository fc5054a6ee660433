import type { CSSProperties } from 'react';
import { useNowUntil } from './clock.tsx';
import { BombEnd } from './marks.tsx';
import { TimeLeft } from './time-left.tsx';

type Life = {
  /** ISO times. */
  created_at: string;
  expires_at: string;
};

type Props = {
  life: Life;
  words?: boolean;
  /** Its time left is a stop of the keyboard. */
  stop?: boolean;
};

/** The share of its own life that a thing has left, 0 to 1. */
export function shareLeft({ created_at, expires_at }: Life, now: number): number {
  const end = Date.parse(expires_at);
  const whole = end - Date.parse(created_at);
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (end - now) / whole));
}

/**
 * The remaining time, the bomb, and the hairline that burns towards it. It fills the foot of the nearest positioned
 * ancestor. Warm colours are for the last tenth alone.
 */
export function Fuse({ life, words = false, stop = false }: Props) {
  const left = shareLeft(life, useNowUntil(Date.parse(life.expires_at)));
  return (
    <div className={left <= 0.1 ? 'burns late' : 'burns'}>
      <div className="life">
        <TimeLeft until={life.expires_at} left={words} stop={stop} />
        <BombEnd />
      </div>
      <div className="fuse" style={{ '--left': left.toFixed(4) } as CSSProperties} />
    </div>
  );
}
