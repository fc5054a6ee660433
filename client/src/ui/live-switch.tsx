import { Pause, Play } from 'lucide-react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  live: boolean;
  /** The number of the last event that the page has taken in, for the curious. */
  caughtUp?: number | null;
  onToggle: () => void;
};

/** Says whether the list follows what happens, and stops or resumes it. */
export function LiveSwitch({ live, caughtUp = null, onToggle }: Props) {
  const caughtUpText = caughtUp === null ? undefined : `Caught up to #${caughtUp}`;
  return (
    <>
      <span className={classNames('live', !live && 'paused')} title={caughtUpText}>
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
