import { introduce } from '../inspect/living-actors.ts';
import { hostedPages } from './hosted-arrival.ts';
import { storedHolding } from './holding.ts';
import { createSessionActor, type SessionParts } from './session-actor.ts';
import { CHECKING, isSameSnapshot, VISITOR, type Session, type SessionSnapshot } from './session.ts';
import { onStoredElsewhere } from './session-store.ts';
import { createSessionTokens, settled } from './session-tokens.ts';

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
  onStoredElsewhere(parts.page, () => actor.send({ type: 'STORED', holding: storedHolding(parts) }));
  actor.start();
  introduce(actor);

  return {
    ...tokens,
    identity,
    mailbox: parts.mailbox,
    hosted: parts.arrival ? hostedPages(parts.arrival, identity) : null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    signOut: async (all) => {
      actor.send({ type: 'SIGN_OUT', all });
      await settled(actor);
    },
    signedIn: async () => {
      actor.send({ type: 'SIGNED_IN' });
      await settled(actor);
    },
    setPerson: (names) => {
      if (!snapshot.person) return;
      const person = { ...snapshot.person, ...names };
      parts.store.writePerson(person);
      actor.send({ type: 'PERSON', person });
    },
  };
}
