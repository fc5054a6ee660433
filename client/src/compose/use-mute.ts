import type { Mute } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasErrorCode } from '../api/api-error.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import { useCall } from '../api/api-react.tsx';
import { sendMute, sendUnmute, type NewMute } from '../api/mutes.ts';
import { applyMute } from '../cache/apply-mute.ts';
import { useComposeContext } from './compose-context.tsx';
import { muteName, muteSpan } from './mute-texts.ts';

/** Mutes and unmutes. Both resolve to whether they succeeded; otherwise `errors` has the texts. */
export function useMute() {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useComposeContext();
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);

  async function run(work: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    setErrors([]);
    try {
      await work();
      return true;
    } catch (failure) {
      setErrors(toErrorTexts(failure));
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function end({ uuid }: Mute): Promise<void> {
    try {
      await sendUnmute(call, uuid);
    } catch (failure) {
      // It has ended, or was undone in another tab.
      if (!hasErrorCode(failure, 'generic_404')) throw failure;
    }
    applyMute(client, { uuid, mute: null });
  }

  const undo = (mute: Mute) =>
    end(mute).catch((failure: unknown) => showToast({ text: toErrorTexts(failure).join('. ') }));

  return {
    isBusy,
    errors,
    unmute: (mute: Mute) => run(() => end(mute)),
    mute: (body: NewMute) =>
      run(async () => {
        const mute = await sendMute(call, body);
        applyMute(client, { uuid: mute.uuid, mute });
        showToast({
          text: `Muted ${muteName(mute)} ${muteSpan(body.duration)}.`,
          action: { label: 'Undo', run: () => void undo(mute) },
        });
      }),
  };
}
