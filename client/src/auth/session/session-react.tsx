import { createContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { VISITOR, type Session, type SessionSnapshot } from './session.ts';
import { useRequiredContext } from '../../use-required-context.ts';

const SessionContext = createContext<Session | null>(null);

/** Lends the page's one session, made by `createSession`, to the tree below. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export type SessionWithSnapshot = SessionSnapshot & Omit<Session, 'subscribe' | 'getSnapshot'>;

/** Status and person, followed live, with what can be done about them. */
export function useSession(): SessionWithSnapshot {
  const session = useRequiredContext(SessionContext, 'SessionProvider');
  // Pages that the server makes are for visitors.
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, () => VISITOR);
  return useMemo(() => ({ ...session, ...snapshot }), [session, snapshot]);
}
