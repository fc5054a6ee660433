import {
  type Mute,
  DEFAULT_MUTE_DURATION,
  lifetimeLabel,
  muteEndsAt,
  type MuteDuration,
  type BodyInputOf,
  type Routes,
  type ShortUser,
} from '@cruddur/shared';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { usePageTimers } from '../base/clock/clock-react.tsx';
import { newId } from '../base/runtime/browser-runtime.ts';
import { holdPage } from './use-block.ts';
import { type PendingMute, pendingMutes } from './mute-keeper.ts';
import { hasErrorCode } from '../base/http/api-error.ts';
import { toErrorSentences } from '../base/http/error-texts.ts';
import { useCall } from '../base/http/page-services.ts';
import { applyMute } from '../sync/cache/apply-mute.ts';
import { useForm } from '../base/machines/use-form.ts';
import { useToasts } from '../base/ui/toasts.tsx';
import type { Call } from '../base/http/http-client.ts';

/** @returns mutes a person at once; a failure takes that back and says so */
export function useMutePerson(): (person: Person, duration: MuteDuration) => void {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();
  const { now } = usePageTimers();
  const undo = useUndoMute();
  return ({ cognito_user_uuid: value, handle }, duration) => {
    const id = newId();
    const end = muteEndsAt(duration, now());
    const until = end === null ? null : new Date(end).toISOString();
    const person = { cognito_user_uuid: value, handle, display_name: handle, avatar_version: 0 };
    const sending = holdPage(sendMute(call, { kind: 'person', value, duration }));
    const pending: PendingMute = {
      mute: { uuid: id, kind: 'person', value, until, person },
      undo: () => {
        settle();
        void sending.then(undo, () => undefined);
      },
    };
    /** @returns whether it was neither undone nor left by its viewer */
    const settle = (): boolean => {
      const all = pendingMutes.getSnapshot();
      pendingMutes.set(all.filter((other) => other !== pending));
      return all.includes(pending);
    };
    pendingMutes.set([pending, ...pendingMutes.getSnapshot()]);
    showToast({
      id,
      text: `Muted @${handle} ${muteSpan(duration)}.`,
      action: { label: 'Undo', run: pending.undo },
    });
    sending.then(
      (mute) => {
        if (!pendingMutes.getSnapshot().includes(pending)) return;
        applyMute(client, { uuid: mute.uuid, mute });
        settle();
      },
      (failure: unknown) => {
        if (settle()) showToast({ id, text: `Can’t mute @${handle}. ${toErrorSentences(failure)}` });
      },
    );
  };
}

type Person = Pick<ShortUser, 'cognito_user_uuid' | 'handle'>;

/** Mutes words and hashtags, and unmutes. @param onMuted called after a mute */
export function useMute(onMuted?: () => void) {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();
  const undo = useUndoMute();

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
    send: (change: Mute | NewMute) => ('uuid' in change ? endMute(call, client, change) : begin(change)),
  });
  return {
    isBusy,
    errors,
    edit,
    mute: (body: NewMute) => submit(body),
    unmute: (mute: Mute) => submit(mute),
  };
}

/** @returns takes a mute back; a failure is shown as a toast */
function useUndoMute(): (mute: Mute) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();
  return (mute) =>
    endMute(call, client, mute).catch((failure: unknown) => showToast({ text: toErrorSentences(failure) }));
}

async function endMute(call: Call, client: QueryClient, { uuid }: Mute): Promise<void> {
  const pending = pendingMutes.getSnapshot().find(({ mute }) => mute.uuid === uuid);
  if (pending) {
    pending.undo();
    return;
  }
  try {
    await sendUnmute(call, uuid);
  } catch (failure) {
    // It has ended, or was undone in another tab.
    if (!hasErrorCode(failure, 'generic_404')) throw failure;
  }
  applyMute(client, { uuid, mute: null });
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
