import type { CSSProperties } from 'react';
import { useNowUntil } from '../base/clock/clock-react.tsx';
import { FuseBomb } from '../base/ui/logo.tsx';
import { TimeLeft } from '../base/clock/dated-text.tsx';

type Lifespan = {
  /** ISO times. */
  created_at: string;
  expires_at: string;
};

type Props = {
  life: Lifespan;
  showLabel?: boolean;
  /** The time left shows the full date in a tooltip. */
  hasTooltip?: boolean;
};

/** The remaining fraction of a lifetime, 0 to 1. */
export function fractionLeft({ created_at, expires_at }: Lifespan, now: number): number {
  const end = Date.parse(expires_at);
  const lifetime = end - Date.parse(created_at);
  return lifetime <= 0 ? 0 : Math.min(1, Math.max(0, (end - now) / lifetime));
}

/**
 * The remaining time, the bomb, and the hairline that burns towards it, at the bottom of the nearest positioned ancestor. The
 * last tenth has warm colours.
 */
export function Fuse({ life, showLabel = false, hasTooltip = false }: Props) {
  const left = fractionLeft(life, useNowUntil(Date.parse(life.expires_at)));
  return (
    <div className={left <= 0.1 ? 'fuse-area ending' : 'fuse-area'}>
      <div className="time-left">
        <TimeLeft until={life.expires_at} showLabel={showLabel} hasTooltip={hasTooltip} />
        <FuseBomb />
      </div>
      <div className="fuse" style={{ '--left': left.toFixed(4) } as CSSProperties} />
    </div>
  );
}
