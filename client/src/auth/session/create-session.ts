import { registerActor } from '../../devtools/inspect/running-actors.ts';
import { createHostedPages } from '../hosted/hosted-callback.ts';
import { readActiveSession } from './active-session.ts';
import { createSessionActor, type SessionParts } from './session-actor.ts';
import { CHECKING, isSameSnapshot, VISITOR, type Session, type SessionSnapshot } from './session.ts';
import { onStoredByOtherTab } from './session-store.ts';
import { createSessionTokens, waitUntilIdle } from './session-tokens.ts';

/** Starts the one session of this page: reads what is stored, keeps it fresh and follows other tabs. */
export function createSession(parts: SessionParts): Session {
  const { actor, identity } = createSessionActor(parts);
  const tokens = createSessionTokens(actor, parts);
  const listeners = new Set<() => void>();
  let snapshot: SessionSnapshot = CHECKING;

  actor.subscribe((state) => {
    if (state.hasTag('checking')) return;
    const person = state.hasTag('person') ? state.context.holding?.person : undefined;
    const next: SessionSnapshot = person ? { status: 'person', person } : VISITOR;
    if (isSameSnapshot(snapshot, next)) return;
    snapshot = next;
    for (const listener of listeners) listener();
  });
  onStoredByOtherTab(parts.page, () => actor.send({ type: 'STORED', holding: readActiveSession(parts) }));
  actor.start();
  registerActor(actor);

  return {
    ...tokens,
    identity,
    mailbox: parts.mailbox,
    hosted: parts.hostedCallback ? createHostedPages(parts.hostedCallback, identity) : null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    signOut: async (all) => {
      actor.send({ type: 'SIGN_OUT', all });
      await waitUntilIdle(actor);
    },
    adoptSignIn: async () => {
      actor.send({ type: 'SIGNED_IN' });
      await waitUntilIdle(actor);
    },
    setPerson: (names) => {
      if (!snapshot.person) return;
      const person = { ...snapshot.person, ...names };
      parts.store.writePerson(person);
      actor.send({ type: 'PERSON', person });
    },
  };
}
