import { createContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { VISITOR, type Session, type SessionSnapshot } from './session.ts';
import { useRequiredContext } from '../../use-required-context.ts';

const SessionContext = createContext<Session | null>(null);

/** Provides the page's session. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export type SessionWithSnapshot = SessionSnapshot & Omit<Session, 'subscribe' | 'getSnapshot'>;

/** The session's live status and user, with its functions. */
export function useSession(): SessionWithSnapshot {
  const session = useRequiredContext(SessionContext, 'SessionProvider');
  // Pages are server-rendered for visitors only.
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, () => VISITOR);
  return useMemo(() => ({ ...session, ...snapshot }), [session, snapshot]);
}
