import { lifetimeLabel, formatDuration } from '@cruddur/shared';
import { useEffect, useState, type CSSProperties } from 'react';
import { Button } from '../../../src/base/ui/button.tsx';
import { Segments } from '../segments.tsx';
import { createSampleFeed, type SampleFeed } from './sample-feed.ts';

const SPEEDS = [
  { value: '0', label: 'Stopped', factor: 0 },
  { value: '1', label: '1×', factor: 1 },
  { value: '60', label: '60×', factor: 60 },
  { value: 'day', label: '1 day/s', factor: 86_400 },
] as const;
type Speed = (typeof SPEEDS)[number]['value'];

/** A sample feed with an accelerated clock: one crud of every lifetime, expiring on the product's expiry machine. */
export function ClockLens() {
  const [feed, setFeed] = useState(createSampleFeed);
  const [speed, setSpeed] = useState<Speed>('0');
  useRunningClock(feed, SPEEDS.find(({ value }) => value === speed)?.factor ?? 0);
  const now = feed.now();
  return (
    <section className="lens" aria-label="Clock lens">
      <h3>The clock lens</h3>
      <p>One crud of each lifetime, all posted at the same time. Run the clock and watch them burn out.</p>
      <Segments label="Clock speed" options={SPEEDS} value={speed} onChange={setSpeed} />
      <ul>
        {feed.listCruds().map(({ lifetime, starts, ends, state }) => (
          <li key={lifetime} data-state={state}>
            <span>{lifetimeLabel(lifetime)}</span>
            <span className="lens-remaining">
              {state === 'alive' ? `${formatDuration(ends - now)} left` : 'burned out'}
            </span>
            <b>{state}</b>
            <span
              className="fuse"
              style={{ '--left': Math.max(0, (ends - now) / (ends - starts)).toFixed(4) } as CSSProperties}
            />
          </li>
        ))}
      </ul>
      <Button small variant="quiet" onClick={() => setFeed(createSampleFeed())}>
        Reset
      </Button>
    </section>
  );
}

/** Advances the feed's clock on every frame and renders. @param factor how much faster than real time */
function useRunningClock(feed: SampleFeed, factor: number): void {
  const [, render] = useState(0);
  useEffect(() => {
    if (factor === 0) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function run(at) {
      feed.advanceClock(Math.max(at - last, 0) * factor);
      last = at;
      render(at);
      frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [feed, factor]);
}
