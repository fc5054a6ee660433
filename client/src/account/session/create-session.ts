import type { OutputOf, Routes } from '@cruddur/shared';
import { assign, createActor, fromPromise, waitFor, type ActorOptions, type ActorRefFrom } from 'xstate';
import { formatFullDate } from '../../base/page/dates.ts';
import { registerActor } from '../../base/actors.ts';
import { delayUntil, sessionMachine, SuspendedError } from './session.machine.ts';
import { createSignal } from '../../base/signal.ts';
import { createHostedPages, type HostedCallback } from '../../base/session/hosted-pages.ts';
import type { IdentityProvider } from '../../base/session/identity-provider.ts';
import {
  adoptActiveSession,
  renewActiveSession,
  readActiveSession,
  type ActiveSessionParts,
} from './active-session.ts';
import type { ProviderStorage, ProviderTokens } from './provider-session.ts';
import {
  CHECKING,
  isSameSnapshot,
  VISITOR,
  type Session,
  type SessionSnapshot,
} from '../../base/session/session.ts';
import { onStoredByOtherTab } from './session-store.ts';

export type SessionParts = ActiveSessionParts & {
  /** What the provider's library stores. */
  providerStorage: ProviderStorage;
  /** Milliseconds of this browser's clock. */
  now: () => number;
  /** Receives the `storage` events of other tabs: the window. */
  page: EventTarget;
  /** The redirect state of this page, where hosted pages are configured. */
  hostedCallback?: HostedCallback | null;
  /** Address of the local pool's mailbox, or null. */
  mailbox: string | null;
  /** Ends the session of these tokens at the product's server and at the provider. */
  endSession: (end: SessionEnding) => Promise<unknown>;
  /** Whether the token's user is suspended; null when the server did not say. */
  findSuspension: (accessToken: string) => Promise<OutputOf<Routes['suspension']> | null>;
  /** Logs the failure of an actor. */
  onFailure: (work: string, error: unknown) => void;
  /** The machine's clock, for tests. */
  clock?: ActorOptions<typeof sessionMachine>['clock'];
};

/** A session that has left this browser. */
export type SessionEnding = { all: boolean; accessToken: string; provider: ProviderTokens | null };

/** Starts the page's session: reads the stored tokens, renews them and follows other tabs. */
export function createSession(parts: SessionParts): Session {
  const { actor, identity, suspendedToken } = createSessionActor(parts);
  const { subscribe, getSnapshot, set } = createSignal<SessionSnapshot>(CHECKING, isSameSnapshot);

  actor.subscribe((state) => {
    if (state.hasTag('checking')) return;
    const { holding, refusal } = state.context;
    const person = state.hasTag('person') ? holding?.person : undefined;
    if (person) set({ status: 'person', person });
    else if (refusal)
      set({
        status: 'visitor',
        person: null,
        suspended: { handle: refusal.handle, accessToken: suspendedToken() },
      });
    else set(VISITOR);
  });
  onStoredByOtherTab(parts.page, () => actor.send({ type: 'STORED', holding: readActiveSession(parts) }));
  actor.start();
  registerActor(actor);

  return {
    ...createTokens(actor, parts),
    identity,
    mailbox: parts.mailbox,
    hosted: parts.hostedCallback ? createHostedPages(parts.hostedCallback, identity) : null,
    subscribe,
    getSnapshot,
    signOut: (all) => {
      actor.send({ type: 'SIGN_OUT', all });
      return Promise.resolve();
    },
    adoptSignIn: async () => {
      actor.send({ type: 'SIGNED_IN' });
      await waitUntilIdle(actor);
      const { refusal } = actor.getSnapshot().context;
      if (refusal) throw new SuspendedError(refusal);
    },
    forgetSuspended: () => actor.send({ type: 'FORGET' }),
    setPerson: (names) => {
      const snapshot = getSnapshot();
      if (!snapshot.person) return;
      const person = { ...snapshot.person, ...names };
      parts.store.writePerson(person);
      actor.send({ type: 'PERSON', person });
    },
  };
}

type SessionActor = ActorRefFrom<typeof sessionMachine>;

async function waitUntilIdle(actor: SessionActor): Promise<void> {
  await waitFor(actor, (state) => !state.hasTag('busy'));
}

/** Issues access tokens; renews those that are due, and those that a 401 rejected. */
function createTokens(
  actor: SessionActor,
  { store }: Pick<SessionParts, 'store'>,
): Pick<Session, 'accessToken' | 'refresh'> {
  const readToken = () => (actor.getSnapshot().hasTag('person') ? (store.read()?.accessToken ?? null) : null);
  const sendWhenIdle = async (event: () => Parameters<SessionActor['send']>[0]) => {
    await waitUntilIdle(actor);
    actor.send(event());
    await waitUntilIdle(actor);
    return readToken();
  };
  return {
    accessToken: () => sendWhenIdle(() => ({ type: 'CHECK' })),
    // This tab or another one may have replaced it already.
    refresh: (rejected) =>
      sendWhenIdle(() => (rejected === readToken() ? { type: 'REFRESH', force: true } : { type: 'CHECK' })),
  };
}

/** The session machine with its actors, not started yet. The identity provider's events are sent to it. */
function createSessionActor(parts: SessionParts) {
  const { store, providerStorage, hostedCallback, now } = parts;
  let loadedProvider: IdentityProvider | null = null;
  const identity = async () => {
    const provider = await parts.identity();
    if (loadedProvider !== provider) {
      loadedProvider = provider;
      // A renewal that this session did not start, or a failed one: the stored tokens decide what follows.
      provider.onRefresh(() => {
        if (!actor.getSnapshot().hasTag('busy')) actor.send({ type: 'REFRESH', force: false });
      });
    }
    return provider;
  };
  let suspendedToken = '';
  const sources = {
    ...parts,
    identity,
    async refuseSuspended(accessToken: string, signal: AbortSignal) {
      const found = await parts.findSuspension(accessToken);
      // Another user may have signed in meanwhile.
      if (!found?.suspended || signal.aborted) return;
      providerStorage.take();
      suspendedToken = accessToken;
      throw new SuspendedError({ handle: found.handle, message: describeSuspension(found.until) });
    },
  };

  /** A refusal is shown to the user and is no failure. */
  const report = (work: string, error: unknown) => {
    if (!(error instanceof SuspendedError)) parts.onFailure(work, error);
  };
  const reportFailure = async <T>(work: string, done: Promise<T>) => {
    try {
      return await done;
    } catch (error) {
      report(work, error);
      throw error;
    }
  };
  const completeHostedSignIn = async (callback: HostedCallback, signal: AbortSignal) => {
    try {
      await (await identity()).hosted?.complete();
      return await adoptActiveSession(sources, signal);
    } catch (error) {
      report('arrive', error);
      callback.failure = error;
      if (error instanceof SuspendedError) throw error;
      return readActiveSession(parts);
    }
  };
  /** The tokens leave this browser before anybody is told, so that the call can concern no other session. */
  const leave = async (all: boolean) => {
    const stored = store.read()?.accessToken;
    store.clear();
    const provider = providerStorage.take();
    // What the store had may be gone since before the machine was loaded.
    const accessToken = stored ?? provider?.accessToken;
    if (accessToken) await parts.endSession({ all, accessToken, provider });
    if (provider?.isHosted) (await identity()).hosted?.leave();
  };

  const actor = createActor(
    sessionMachine.provide({
      actors: {
        restore: fromPromise(({ signal }) =>
          hostedCallback?.isCallback
            ? completeHostedSignIn(hostedCallback, signal)
            : Promise.resolve(readActiveSession(parts)),
        ),
        adopt: fromPromise(({ signal }) => reportFailure('adopt', adoptActiveSession(sources, signal))),
        renew: fromPromise(({ input, signal }) =>
          reportFailure('renew', renewActiveSession(sources, input.force, signal)),
        ),
      },
      actions: {
        leave: (_, { all }) => {
          leave(all).catch((error: unknown) => parts.onFailure('leave', error));
        },
        removeStoredSession: () => store.clear(),
        removeProviderSession: () => void providerStorage.take(),
        clearRefusal: assign(() => {
          suspendedToken = '';
          return { refusal: null };
        }),
      },
      guards: { isDue: ({ context }) => now() >= (context.holding?.dueAt ?? 0) },
      delays: { untilRefresh: ({ context }) => delayUntil(context, now()) },
    }),
    { ...(parts.clock && { clock: parts.clock }) },
  );
  return { actor, identity, suspendedToken: () => suspendedToken };
}

function describeSuspension(until: string | null): string {
  if (until === null) return 'Your account is suspended.';
  return `Your account is suspended until ${formatFullDate(until)}.`;
}
