import { Pause, Play } from 'lucide-react';
import { clsx } from 'clsx';
import { IconButton } from './icon-button.tsx';

type Props = {
  live: boolean;
  /** The stream's cursor, shown as a tooltip. */
  caughtUp?: number | null;
  onToggle: () => void;
};

/** Shows whether live updates are on, with a button that pauses or resumes them. */
export function LiveSwitch({ live, caughtUp = null, onToggle }: Props) {
  const caughtUpText = caughtUp === null ? undefined : `Caught up to #${caughtUp}`;
  return (
    <>
      <span className={clsx('live', !live && 'paused')} title={caughtUpText}>
        {live ? 'Live' : 'Paused'}
      </span>
      <IconButton
        label={live ? 'Pause live updates' : 'Resume live updates'}
        icon={live ? Pause : Play}
        onClick={onToggle}
      />
    </>
  );
}
