import type { Mute } from '@cruddur/shared';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { muteName } from './mute-texts.ts';
import { useMute } from './use-mute.ts';

/** Says on a profile that the viewer has muted its person, with the way back. */
export function MuteNotice({ mute }: { mute: Mute }) {
  const { unmute, isBusy, errors } = useMute();
  return (
    <div className="mute-notice" role="status">
      <ErrorBox errors={errors} />
      <p>You muted {muteName(mute)}</p>
      <Button variant="outline" busy={isBusy} onClick={() => unmute(mute)}>
        Unmute
      </Button>
    </div>
  );
}
