import { TYPING_EVERY_MS } from '@cruddur/shared';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createCompany, typingKey, type Leases } from './company.ts';
import type { Live } from './live.ts';
import { sayHere } from './say-here.ts';
import type { Signal } from '../signal.ts';

const CompanyContext = createContext<{ live: Live; leases: Signal<Leases> } | null>(null);

/** Lends what is known of others to the tree below. */
export function CompanyProvider({ live, children }: { live: Live; children: ReactNode }) {
  const company = useMemo(() => ({ live, leases: createCompany(live.whispers) }), [live]);
  return <CompanyContext value={company}>{children}</CompanyContext>;
}

/** Until when somebody is here, and typing in a conversation: epoch milliseconds by the server, 0 for never. */
export function useLeases(group: string, handle: string): { here: number; typing: number } {
  const { leases } = useCompany();
  const { here, typing } = useSyncExternalStore(leases.subscribe, leases.getSnapshot, leases.getSnapshot);
  return { here: here.get(handle) ?? 0, typing: typing.get(typingKey(group, handle)) ?? 0 };
}

/** Says that a conversation is on screen, for as long as it can be seen. @param group null while there is none */
export function useSayHere(group: string | null): void {
  const { live } = useCompany();
  useEffect(() => (group === null ? undefined : sayHere(live, group)), [live, group]);
}

/** To be called with every letter: says now and then that somebody is typing. */
export function useSayTyping(group: string): () => void {
  const { live } = useCompany();
  const saidAt = useRef(-Infinity);
  return useCallback(() => {
    const now = performance.now();
    if (now - saidAt.current < TYPING_EVERY_MS) return;
    saidAt.current = now;
    live.note('typing', group);
  }, [live, group]);
}

function useCompany() {
  const company = use(CompanyContext);
  if (!company) throw new Error('Company needs a CompanyProvider above it');
  return company;
}
