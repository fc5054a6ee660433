import { TYPING_EVERY_MS } from '@cruddur/shared';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { sendPresence } from './send-presence.ts';
import { typingKey } from './presence.ts';
import { usePresenceContext } from './presence-react.tsx';

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

/** Sends presence for a conversation while it is visible. @param group null while there is none */
export function useSendPresence(group: string | null): void {
  const { realtime, runtime } = usePresenceContext();
  useEffect(
    () => (group === null ? undefined : sendPresence(realtime, runtime, group)),
    [realtime, runtime, group],
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
    realtime.sendNote('typing', group);
  }, [realtime, runtime, group]);
}
