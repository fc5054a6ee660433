import {
  type Mute,
  DEFAULT_MUTE_DURATION,
  lifetimeLabel,
  type MuteDuration,
  type BodyInputOf,
  type Routes,
} from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { hasErrorCode } from '../base/http/api-error.ts';
import { toErrorTexts } from '../base/http/error-texts.ts';
import { useCall } from '../base/http/page-services.ts';
import { applyMute } from '../sync/cache/apply-mute.ts';
import { useForm } from '../base/machines/use-form.ts';
import { useToasts } from '../base/ui/toasts.tsx';
import type { Call } from '../base/http/http-client.ts';

/** Mutes and unmutes. @param onMuted called after a mute */
export function useMute(onMuted?: () => void) {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();

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

/** `@handle`, `#hashtag` or `“word”`. */
export function muteName({ kind, value, person }: Pick<Mute, 'kind' | 'value' | 'person'>): string {
  switch (kind) {
    case 'person':
      return `@${person?.handle ?? ''}`;
    case 'hashtag':
      return `#${value}`;
    case 'word':
      return `“${value}”`;
  }
}

/** `1 day`, `Until I undo it`. */
export const durationLabel = (duration: MuteDuration): string =>
  duration === 'always' ? 'Until I undo it' : lifetimeLabel(duration);

/** `for 1 day`, `until you undo it`. */
function muteSpan(duration: NewMute['duration']): string {
  const lasts = duration ?? DEFAULT_MUTE_DURATION;
  return lasts === 'always' ? 'until you undo it' : `for ${lifetimeLabel(lasts)}`;
}

/** What a typed word or hashtag mutes. */
export function toSubject(typed: string): Pick<NewMute, 'kind' | 'value'> {
  const text = typed.trim();
  return text.startsWith('#') ? { kind: 'hashtag', value: text.slice(1) } : { kind: 'word', value: text };
}

type NewMute = BodyInputOf<Routes['mute']>;

/** Mutes something for the viewer; what is muted already gets the new end. */
async function sendMute(call: Call, body: NewMute): Promise<Mute> {
  return (await call('mute', { body })).data;
}

/** @throws {ApiError} generic_404 when it has ended already */
async function sendUnmute(call: Call, uuid: string): Promise<void> {
  await call('unmute', { params: { mute_uuid: uuid } });
}
