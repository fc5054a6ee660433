import { TYPING_EVERY_MS, PRESENCE_EVERY_MS, PRESENCE_PAUSE_MS } from '@cruddur/shared';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { typingKey } from './presence.ts';
import { usePresenceContext } from './presence-react.tsx';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { RealtimeClient } from '../realtime-client.ts';

// Apart from presence-react.tsx, which is in the entry chunk.

/** Until when a user is present, and typing in a conversation: epoch milliseconds by the server's clock, 0 for never. */
export function usePresence(group: string, handle: string): { presentUntil: number; typingUntil: number } {
  const { leases } = usePresenceContext();
  const { presentUntil, typingUntil } = useSyncExternalStore(
    leases.subscribe,
    leases.getSnapshot,
    leases.getSnapshot,
  );
  return {
    presentUntil: presentUntil.get(handle) ?? 0,
    typingUntil: typingUntil.get(typingKey(group, handle)) ?? 0,
  };
}

/**
 * Sends presence for a conversation while it is visible, and anew once a request is accepted, before which the server drops it.
 * @param group null while there is none
 */
export function useSendPresence(group: string | null, isRequest: boolean): void {
  const { realtime, runtime } = usePresenceContext();
  useEffect(
    () => (group === null ? undefined : sendPresence(realtime, runtime, group)),
    [realtime, runtime, group, isRequest],
  );
}

/** @param group null while there is none. @returns to be called on every keystroke; the notes are throttled */
export function useSendTyping(group: string | null): () => void {
  const { realtime, runtime } = usePresenceContext();
  const sentAt = useRef(-Infinity);
  return useCallback(() => {
    const now = runtime.now();
    // A clock that was set back must not stop the notes.
    if (group === null || Math.abs(now - sentAt.current) < TYPING_EVERY_MS) return;
    sentAt.current = now;
    realtime.sendEphemeral('typing', group);
  }, [realtime, runtime, group]);
}

/**
 * Sends that the viewer has a conversation on screen, while the page is visible: at once, periodically, when the connection
 * changes, and once a person appears. @returns stops sending
 */
export function sendPresence(
  {
    connectionState,
    ephemeralEvents,
    sendEphemeral,
  }: Pick<RealtimeClient, 'connectionState' | 'ephemeralEvents' | 'sendEphemeral'>,
  { now, timers, page }: Pick<Runtime, 'now' | 'timers' | 'page'>,
  group: string,
): () => void {
  const stopController = new AbortController();
  let cancelAnswer: (() => void) | undefined;
  const send = () => {
    if (page.isVisible()) sendEphemeral('presence', group);
  };
  send();
  const stopRenewal = timers.every(PRESENCE_EVERY_MS, send);
  // A note is dropped while there is no connection.
  const unsubscribe = connectionState.subscribe(send);
  // A person who comes later has not received the last signal.
  const heardAt = new Map<string, number>();
  const stopAnswers = ephemeralEvents.subscribe(() => {
    const heard = ephemeralEvents.getSnapshot();
    if (heard?.kind !== 'presence') return;
    const isNew = now() - (heardAt.get(heard.presence.handle) ?? -Infinity) > 2 * PRESENCE_EVERY_MS;
    heardAt.set(heard.presence.handle, now());
    if (!isNew) return;
    cancelAnswer?.();
    cancelAnswer = timers.after(PRESENCE_PAUSE_MS, send);
  });
  page.on('visibilitychange', send, stopController.signal);
  return () => {
    stopRenewal();
    cancelAnswer?.();
    stopAnswers();
    unsubscribe();
    stopController.abort();
  };
}
