import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { waitFor } from 'xstate';
import { storedHolding } from './holding.ts';
import { createSessionActor, type SessionParts } from './session-actor.ts';
import type { Session, SessionSnapshot } from './session.ts';
import { onStoredElsewhere } from './session-store.ts';

const CHECKING: SessionSnapshot = { status: 'checking', person: null };
const VISITOR: SessionSnapshot = { status: 'visitor', person: null };

/** Starts the one session of this page: reads what is stored, keeps it fresh and follows other tabs. */
export function createSession(parts: SessionParts): Session {
  const { store, now } = parts;
  const { actor, identity } = createSessionActor(parts);
  const listeners = new Set<() => void>();
  let snapshot: SessionSnapshot = CHECKING;
  let holding = actor.getSnapshot().context.holding;
  /** By the wall clock, because the machine's timers stand still while a computer sleeps. */
  let dueAt = 0;
  let renewing: Promise<string | null> | null = null;
  let renewedAt = -Infinity;

  actor.subscribe((state) => {
    if (state.context.holding !== holding) {
      holding = state.context.holding;
      dueAt = now() + (holding?.freshForMs ?? 0);
    }
    const known = state.hasTag('person') ? holding : null;
    if (state.hasTag('checking')) return;
    const next: SessionSnapshot = known ? { status: 'person', person: known.person } : VISITOR;
    if (isSame(snapshot, next)) return;
    snapshot = next;
    for (const listener of listeners) listener();
  });
  onStoredElsewhere(parts.page, () => actor.send({ type: 'STORED', holding: storedHolding(parts) }));

  const settled = () => waitFor(actor, (state) => !state.hasTag('busy'));
  const currentToken = () =>
    actor.getSnapshot().hasTag('person') ? (store.read()?.accessToken ?? null) : null;

  const renew = async (force: boolean) => {
    await settled();
    actor.send({ type: 'REFRESH', force });
    await settled();
    renewedAt = now();
    return currentToken();
  };
  const refresh = (force: boolean) => {
    if (now() - renewedAt < REPEAT_CALL_THROTTLE_MS) return Promise.resolve(currentToken());
    renewing ??= renew(force).finally(() => {
      renewing = null;
    });
    return renewing;
  };

  actor.start();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    refresh,
    accessToken: async () => {
      await settled();
      if (!actor.getSnapshot().hasTag('person')) return null;
      return now() < dueAt ? currentToken() : refresh(false);
    },
    signOut: async (all) => {
      actor.send({ type: 'SIGN_OUT', all });
      await settled();
    },
    signedIn: async () => {
      actor.send({ type: 'SIGNED_IN' });
      await settled();
    },
    setPerson: (names) => {
      if (!snapshot.person) return;
      const person = { ...snapshot.person, ...names };
      store.writePerson(person);
      actor.send({ type: 'PERSON', person });
    },
    mailbox: parts.mailbox,
    identity,
  };
}

function isSame(one: SessionSnapshot, other: SessionSnapshot): boolean {
  const { person } = one;
  if (!person || !other.person) return one === other;
  return (
    person.handle === other.person.handle &&
    person.display_name === other.person.display_name &&
    person.cognito_id === other.person.cognito_id
  );
}
