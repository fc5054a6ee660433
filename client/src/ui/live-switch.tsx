import { Pause, Play } from 'lucide-react';
import { clsx } from 'clsx';
import { IconButton } from './icon-button.tsx';

type Props = {
  live: boolean;
  /** The stream's cursor, shown as a tooltip. */
  caughtUp?: number | null;
  /** The pointer has come to the state, or left it. */
  onPoint?: (isPointed: boolean) => void;
  onToggle: () => void;
};

/** Shows whether live updates are on, with a button that pauses or resumes them. */
export function LiveSwitch({ live, caughtUp = null, onPoint, onToggle }: Props) {
  const caughtUpText = caughtUp === null ? undefined : `Caught up to #${caughtUp}`;
  return (
    <>
      <span
        className={clsx('live', !live && 'paused')}
        title={caughtUpText}
        onPointerEnter={() => onPoint?.(true)}
        onPointerLeave={() => onPoint?.(false)}
      >
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
