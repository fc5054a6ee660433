import { TYPING_EVERY_MS } from '@cruddur/shared';
import {
  createContext,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createPresence, sendPresence, typingKey, type PresenceLeases } from './presence.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import type { Signal } from '../../signal.ts';
import { useRequiredContext } from '../../use-required-context.ts';

interface PresenceContextValue {
  realtime: RealtimeClient;
  leases: Signal<PresenceLeases>;
}

const PresenceContext = createContext<PresenceContextValue | null>(null);

/** Provides the presence of other users. */
export function PresenceProvider({ realtime, children }: { realtime: RealtimeClient; children: ReactNode }) {
  const presence = useMemo(
    () => ({ realtime, leases: createPresence(realtime.ephemeralEvents) }),
    [realtime],
  );
  return <PresenceContext value={presence}>{children}</PresenceContext>;
}

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
  const { realtime } = usePresenceContext();
  useEffect(() => (group === null ? undefined : sendPresence(realtime, group)), [realtime, group]);
}

/** @param group null while there is none. @returns to be called on every keystroke; the notes are throttled */
export function useSendTyping(group: string | null): () => void {
  const { realtime } = usePresenceContext();
  const sentAt = useRef(-Infinity);
  return useCallback(() => {
    const now = performance.now();
    if (group === null || now - sentAt.current < TYPING_EVERY_MS) return;
    sentAt.current = now;
    realtime.sendNote('typing', group);
  }, [realtime, group]);
}

function usePresenceContext(): PresenceContextValue {
  return useRequiredContext(PresenceContext, 'PresenceProvider');
}
