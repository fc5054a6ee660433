import { late } from '../late.ts';
import { hostedPages } from './hosted-arrival.ts';
import { loadCode } from './load-code.ts';
import type { SessionParts } from './session-actor.ts';
import { onStoredElsewhere } from './session-store.ts';
import { CHECKING, isSameSnapshot, VISITOR, type Session, type SessionSnapshot } from './session.ts';

type Parts = Pick<SessionParts, 'store' | 'page' | 'mailbox'> & {
  arrival: NonNullable<SessionParts['arrival']> | null;
};

/**
 * The session as a page begins with it: what is stored says at once who is here. The machine that keeps a session comes for
 * those who have one, or are about to get one; a visitor's page never waits for it.
 */
export function lateSession(parts: Parts, loadSession: () => Promise<Session>): Session {
  const { store, page, arrival, mailbox } = parts;
  const listeners = new Set<() => void>();
  let snapshot = firstSnapshot(parts);

  const kept = late(async () => {
    const session = await loadCode(loadSession);
    await known(session);
    session.subscribe(() => show(session.getSnapshot()));
    show(session.getSnapshot());
    return session;
  });

  function show(next: SessionSnapshot): void {
    if (isSameSnapshot(snapshot, next)) return;
    snapshot = next;
    for (const listener of listeners) listener();
  }

  /** Nobody is here, and nobody is expected. */
  const isEmpty = () => kept.getSnapshot() === null && snapshot.status === 'visitor';
  const identity = async () => (await kept.load()).identity();

  onStoredElsewhere(page, () => {
    if (store.read()) void kept.untilThere();
  });
  if (!isEmpty()) void kept.untilThere();

  return {
    ...{ mailbox, identity, hosted: arrival && hostedPages(arrival, identity) },
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    accessToken: async () => (isEmpty() ? null : (await kept.untilThere()).accessToken()),
    refresh: async (force) => (isEmpty() ? null : (await kept.untilThere()).refresh(force)),
    signOut: async (all) => (await kept.untilThere()).signOut(all),
    signedIn: async () => (await kept.untilThere()).signedIn(),
    setPerson(names) {
      void kept.untilThere().then((session) => session.setPerson(names));
    },
  };
}

function firstSnapshot({ store, arrival }: Parts): SessionSnapshot {
  if (arrival?.isAnswer) return CHECKING;
  const stored = store.read();
  return stored ? { status: 'person', person: stored.person } : VISITOR;
}

/** Settles once a session has looked at what is stored. */
function known(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.getSnapshot().status === 'checking') return;
      stop();
      resolve();
    };
    const stop = session.subscribe(look);
    look();
  });
}
