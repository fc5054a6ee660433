import { Pause, Play } from 'lucide-react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

/** Says whether the list follows what happens, and stops or resumes it. */
export function LiveSwitch({ live, onToggle }: { live: boolean; onToggle: () => void }) {
  return (
    <>
      <span className={classNames('live', !live && 'paused')}>{live ? 'Live' : 'Paused'}</span>
      <IconButton
        label={live ? 'Pause live updates' : 'Resume live updates'}
        icon={live ? Pause : Play}
        onClick={onToggle}
      />
    </>
  );
}
