import type { Mute } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { hasErrorCode } from '../api/api-error.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import { useCall } from '../api/api-react.tsx';
import { sendMute, sendUnmute, type NewMute } from '../api/mutes.ts';
import { applyMute } from '../cache/apply-mute.ts';
import { useForm } from '../use-form.ts';
import { useComposeContext } from './compose-context.tsx';
import { muteName, muteSpan } from './mute-texts.ts';

/** Mutes and unmutes. @param onMuted called after a mute */
export function useMute(onMuted?: () => void) {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useComposeContext();

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

  async function begin(body: NewMute): Promise<void> {
    const mute = await sendMute(call, body);
    applyMute(client, { uuid: mute.uuid, mute });
    onMuted?.();
    showToast({
      text: `Muted ${muteName(mute)} ${muteSpan(body.duration)}.`,
      action: { label: 'Undo', run: () => void undo(mute) },
    });
  }

  const { errors, isBusy, submit, edit } = useForm({
    send: (change: Mute | NewMute) => ('uuid' in change ? end(change) : begin(change)),
  });
  return {
    isBusy,
    errors,
    edit,
    mute: (body: NewMute) => submit(body),
    unmute: (mute: Mute) => submit(mute),
  };
}
