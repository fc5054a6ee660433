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
import { createPresence, typingKey, type PresenceLeases } from './presence.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import { sendPresence } from './send-presence.ts';
import type { Signal } from '../../signal.ts';
import { useRequiredContext } from '../../use-required-context.ts';

const PresenceContext = createContext<{ live: RealtimeClient; leases: Signal<PresenceLeases> } | null>(null);

/** Lends what is known of others to the tree below. */
export function PresenceProvider({ live, children }: { live: RealtimeClient; children: ReactNode }) {
  const company = useMemo(() => ({ live, leases: createPresence(live.ephemeralEvents) }), [live]);
  return <PresenceContext value={company}>{children}</PresenceContext>;
}

/** Until when somebody is here, and typing in a conversation: epoch milliseconds by the server, 0 for never. */
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

/** Says that a conversation is on screen, for as long as it can be seen. @param group null while there is none */
export function useSendPresence(group: string | null): void {
  const { live } = usePresenceContext();
  useEffect(() => (group === null ? undefined : sendPresence(live, group)), [live, group]);
}

/** To be called with every letter: says now and then that somebody is typing. */
export function useSendTyping(group: string): () => void {
  const { live } = usePresenceContext();
  const sentAt = useRef(-Infinity);
  return useCallback(() => {
    const now = performance.now();
    if (now - sentAt.current < TYPING_EVERY_MS) return;
    sentAt.current = now;
    live.sendNote('typing', group);
  }, [live, group]);
}

function usePresenceContext() {
  return useRequiredContext(PresenceContext, 'PresenceProvider');
}
