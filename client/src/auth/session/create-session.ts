import { REPEAT_CALL_THROTTLE_MS, type OutputOf, type Routes } from '@cruddur/shared';
import { createActor, fromPromise, waitFor, type ActorOptions, type ActorRefFrom } from 'xstate';
import { formatFullDate } from '../../clock/format-date.ts';
import { registerActor } from '../../devtools/index.ts';
import { failureOf } from '../../machines/failure.ts';
import { sessionMachine } from '../../machines/session.machine.ts';
import { SIGN_IN_ERRORS } from '../../machines/sign-in.machine.ts';
import { createSignal } from '../../signal.ts';
import { createHostedPages, type HostedCallback } from '../hosted/hosted-pages.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import {
  adoptActiveSession,
  renewActiveSession,
  readActiveSession,
  type ActiveSessionParts,
} from './active-session.ts';
import {
  CHECKING,
  isSameSnapshot,
  suspendedOf,
  VISITOR,
  type Session,
  type SessionSnapshot,
  type SuspendedUser,
} from './session.ts';
import { onStoredByOtherTab } from './session-store.ts';

export type SessionParts = ActiveSessionParts & {
  /** Receives the `storage` events of other tabs: the window. */
  page: EventTarget;
  /** The redirect state of this page, where hosted pages are configured. */
  hostedCallback?: HostedCallback | null;
  /** Address of the local pool's mailbox, or null. */
  mailbox: string | null;
  /** Ends the session at the product's server, while the token is still valid. */
  endSession: (end: { all: boolean; accessToken: string }) => Promise<unknown>;
  /** Whether the token's user is suspended; null when the server did not say. */
  findSuspension: (accessToken: string) => Promise<OutputOf<Routes['suspension']> | null>;
  /** Logs the failure of an actor. */
  onFailure: (work: string, error: unknown) => void;
  /** The machine's clock, for tests. */
  clock?: ActorOptions<typeof sessionMachine>['clock'];
};

/** Starts the page's session: reads the stored tokens, renews them and follows other tabs. */
export function createSession(parts: SessionParts): Session {
  const { actor, identity, takeRefusal, refused } = createSessionActor(parts);
  const tokens = createSessionTokens(actor, parts);
  const { subscribe, getSnapshot, set } = createSignal<SessionSnapshot>(CHECKING, isSameSnapshot);

  actor.subscribe((state) => {
    if (state.hasTag('checking')) return;
    const person = state.hasTag('person') ? state.context.holding?.person : undefined;
    if (person) refused.user = null;
    const visitor = refused.user ? { ...VISITOR, suspended: refused.user } : VISITOR;
    set(person ? { status: 'person', person } : visitor);
  });
  onStoredByOtherTab(parts.page, () => actor.send({ type: 'STORED', holding: readActiveSession(parts) }));
  actor.start();
  registerActor(actor);

  return {
    ...tokens,
    identity,
    mailbox: parts.mailbox,
    hosted: parts.hostedCallback ? createHostedPages(parts.hostedCallback, identity) : null,
    subscribe,
    getSnapshot,
    signOut: async (all) => {
      actor.send({ type: 'SIGN_OUT', all });
      await waitUntilIdle(actor);
    },
    adoptSignIn: async () => {
      actor.send({ type: 'SIGNED_IN' });
      await waitUntilIdle(actor);
      const refusal = takeRefusal();
      if (refusal) throw refusal;
    },
    forgetSuspended: () => {
      refused.user = null;
      if (suspendedOf(getSnapshot())) set(VISITOR);
    },
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

/** The session machine with its actors, not started yet. The identity provider's events are sent to it. */
function createSessionActor(parts: SessionParts) {
  let loadedProvider: IdentityProvider | null = null;
  const identity = async () => {
    const provider = await parts.identity();
    if (loadedProvider !== provider) {
      loadedProvider = provider;
      provider.subscribe((event) => {
        if (event === 'signedOut') actor.send({ type: 'DROPPED' });
        // A renewal that this session did not start, or a failed one: the stored tokens decide what follows.
        else if (!actor.getSnapshot().hasTag('busy')) actor.send({ type: 'REFRESH', force: false });
      });
    }
    return provider;
  };
  let refusal: Error | null = null;
  const refused: { user: SuspendedUser | null } = { user: null };
  const sources = {
    ...parts,
    identity,
    async refuseSuspended(accessToken: string) {
      // A hosted sign-in shows its refusal by itself, so it must not be left for the next sign-in.
      refusal = null;
      refused.user = null;
      const found = await parts.findSuspension(accessToken);
      if (!found?.suspended) return;
      await (await identity()).discardSession();
      refused.user = { handle: found.handle, accessToken };
      throw (refusal = new Error(describeSuspension(found.until)));
    },
  };
  /** Why the last sign-in was refused; the machine only knows that it was. */
  const takeRefusal = () => {
    const taken = refusal;
    refusal = null;
    return taken;
  };

  /** A refusal is shown to the user and is no failure. */
  const report = (work: string, error: unknown) => {
    if (error !== refusal) parts.onFailure(work, error);
  };
  const reportFailure =
    <Input, Output>(work: string, run: (input: Input) => Promise<Output>) =>
    async ({ input }: { input: Input }) => {
      try {
        return await run(input);
      } catch (error) {
        report(work, error);
        throw error;
      }
    };
  const { hostedCallback } = parts;
  const completeHostedSignIn = async (callback: HostedCallback) => {
    try {
      await (await identity()).hosted?.complete();
      return await adoptActiveSession(sources);
    } catch (error) {
      report('arrive', error);
      callback.errorMessage = failureOf(error).message || SIGN_IN_ERRORS.unknown;
      return readActiveSession(parts);
    }
  };
  const endSession = async (all: boolean) => {
    const accessToken = parts.store.read()?.accessToken;
    if (!accessToken) return;
    await parts.endSession({ all, accessToken }).catch((error: unknown) => parts.onFailure('end', error));
  };
  const signOut = async ({ all }: { all: boolean }): Promise<unknown> => {
    // The provider's chunk may not be loaded yet: it loads while the server ends the session.
    const [provider] = await Promise.all([identity(), endSession(all)]);
    return provider.signOut({ global: all });
  };

  const actor = createActor(
    sessionMachine.provide({
      actors: {
        restore: fromPromise(() =>
          hostedCallback?.isCallback
            ? completeHostedSignIn(hostedCallback)
            : Promise.resolve(readActiveSession(parts)),
        ),
        adopt: fromPromise(reportFailure('adopt', () => adoptActiveSession(sources))),
        renew: fromPromise(
          reportFailure('renew', ({ force }: { force: boolean }) => renewActiveSession(sources, force)),
        ),
        leave: fromPromise(reportFailure('leave', signOut)),
      },
      actions: {
        removeStoredSession: () => parts.store.clear(),
        removeProviderSession: () => {
          loadedProvider?.discardSession().catch((error: unknown) => parts.onFailure('discard', error));
        },
      },
    }),
    { ...(parts.clock && { clock: parts.clock }) },
  );
  return { actor, identity, takeRefusal, refused };
}

function describeSuspension(until: string | null): string {
  if (until === null) return 'Your account is suspended.';
  return `Your account is suspended until ${formatFullDate(until)}.`;
}

/** Issues access tokens; renews those that are due, and those that a 401 rejected. */
function createSessionTokens(
  actor: SessionActor,
  { store, now }: Pick<SessionParts, 'store' | 'now'>,
): Pick<Session, 'accessToken' | 'refresh'> {
  let holding = actor.getSnapshot().context.holding;
  /** By the wall clock, because the machine's timers do not run while a computer sleeps. */
  let dueAt = 0;
  let lastIssued: string | null = null;
  let renewing: Promise<string | null> | null = null;
  let renewedAt = -Infinity;

  actor.subscribe(({ context }) => {
    if (context.holding === holding) return;
    holding = context.holding;
    dueAt = now() + (holding?.freshForMs ?? 0);
  });

  const isSignedIn = () => actor.getSnapshot().hasTag('person');
  const readToken = () => (isSignedIn() ? (store.read()?.accessToken ?? null) : null);
  const issueToken = () => (lastIssued = readToken());

  const renew = async (force: boolean) => {
    await waitUntilIdle(actor);
    // This tab or another one has already replaced the rejected token, and the caller has not used the new one yet.
    const isReplaced = lastIssued !== null && lastIssued !== readToken() && now() < dueAt;
    if (!isReplaced) {
      actor.send({ type: 'REFRESH', force });
      await waitUntilIdle(actor);
      renewedAt = now();
    }
    return issueToken();
  };
  const refresh = (force: boolean) => {
    if (now() - renewedAt < REPEAT_CALL_THROTTLE_MS) return Promise.resolve(issueToken());
    renewing ??= renew(force).finally(() => {
      renewing = null;
    });
    return renewing;
  };
  return {
    refresh,
    accessToken: async () => {
      await waitUntilIdle(actor);
      return !isSignedIn() || now() < dueAt ? issueToken() : refresh(false);
    },
  };
}
