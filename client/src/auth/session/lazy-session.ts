import { lazyValue } from '../../lazy/lazy-value.ts';
import { createHostedPages } from '../hosted/hosted-callback.ts';
import { importOrNetworkError } from '../../lazy/load-code.ts';
import type { SessionParts } from './session-actor.ts';
import { onStoredByOtherTab } from './session-store.ts';
import { CHECKING, isSameSnapshot, VISITOR, type Session, type SessionSnapshot } from './session.ts';

type Parts = Pick<SessionParts, 'store' | 'page' | 'mailbox'> & {
  hostedCallback: NonNullable<SessionParts['hostedCallback']> | null;
};

/**
 * The session of a page before its machine is loaded: the stored session gives the first snapshot. The machine is loaded when
 * a session is stored or a sign-in begins; a visitor's page never waits for it.
 */
export function lazySession(parts: Parts, loadSession: () => Promise<Session>): Session {
  const { store, page, hostedCallback, mailbox } = parts;
  const listeners = new Set<() => void>();
  let snapshot = initialSnapshot(parts);

  const fullSession = lazyValue(async () => {
    const session = await importOrNetworkError(loadSession);
    await waitUntilChecked(session);
    session.subscribe(() => setSnapshot(session.getSnapshot()));
    setSnapshot(session.getSnapshot());
    return session;
  });

  function setSnapshot(next: SessionSnapshot): void {
    if (isSameSnapshot(snapshot, next)) return;
    snapshot = next;
    for (const listener of listeners) listener();
  }

  /** No session is stored, and none is being loaded. */
  const hasNoSession = () => fullSession.getSnapshot() === null && snapshot.status === 'visitor';
  const identity = async () => (await fullSession.load()).identity();

  onStoredByOtherTab(page, () => {
    if (store.read()) void fullSession.loadUntilLoaded();
  });
  if (!hasNoSession()) void fullSession.loadUntilLoaded();

  return {
    ...{ mailbox, identity, hosted: hostedCallback && createHostedPages(hostedCallback, identity) },
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    accessToken: async () => (hasNoSession() ? null : (await fullSession.loadUntilLoaded()).accessToken()),
    refresh: async (force) => (hasNoSession() ? null : (await fullSession.loadUntilLoaded()).refresh(force)),
    signOut: async (all) => (await fullSession.loadUntilLoaded()).signOut(all),
    adoptSignIn: async () => (await fullSession.loadUntilLoaded()).adoptSignIn(),
    setPerson(names) {
      void fullSession.loadUntilLoaded().then((session) => session.setPerson(names));
    },
  };
}

function initialSnapshot({ store, hostedCallback }: Parts): SessionSnapshot {
  if (hostedCallback?.isCallback) return CHECKING;
  const stored = store.read();
  return stored ? { status: 'person', person: stored.person } : VISITOR;
}

/** Settles once a session has looked at what is stored. */
function waitUntilChecked(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const resolveWhenChecked = () => {
      if (session.getSnapshot().status === 'checking') return;
      stop();
      resolve();
    };
    const stop = session.subscribe(resolveWhenChecked);
    resolveWhenChecked();
  });
}
