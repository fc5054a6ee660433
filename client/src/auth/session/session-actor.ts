import { createActor, fromPromise, type ActorOptions } from 'xstate';
import { failureOf } from '../../machines/failure.ts';
import { sessionMachine } from '../../machines/session.machine.ts';
import { SIGN_IN_ERRORS } from '../../machines/sign-in.machine.ts';
import {
  adoptActiveSession,
  renewActiveSession,
  readActiveSession,
  type ActiveSessionParts,
} from './active-session.ts';
import type { HostedCallback } from '../hosted/hosted-callback.ts';
import type { IdentityProvider } from '../identity-provider.ts';

export type SessionParts = ActiveSessionParts & {
  /** Where `storage` events of other tabs arrive: the window. */
  page: EventTarget;
  /** How this page was come to, where there are hosted pages. */
  hostedCallback?: HostedCallback | null;
  /** Address of the local pool's mailbox, or null. */
  mailbox: string | null;
  /** Tells our own server that the session ends, while the token still counts. */
  endSession: (end: { all: boolean; accessToken: string }) => Promise<unknown>;
  /** Hears why outside work failed, for the log. */
  onFailure: (work: string, error: unknown) => void;
  /** The machine's clock, for tests. */
  clock?: ActorOptions<typeof sessionMachine>['clock'];
};

/** The session machine with its real outside work, not started yet, and the provider that tells it what happens. */
export function createSessionActor(parts: SessionParts) {
  let loaded: IdentityProvider | null = null;
  const identity = async () => {
    const provider = await parts.identity();
    if (loaded !== provider) {
      loaded = provider;
      provider.listen((event) => {
        if (event === 'signedOut') actor.send({ type: 'DROPPED' });
        // A renewal that was not ours, or one that failed: a look at what is there now says what follows.
        else if (!actor.getSnapshot().hasTag('busy')) actor.send({ type: 'REFRESH', force: false });
      });
    }
    return provider;
  };
  const sources = { ...parts, identity };

  const reportingFailure =
    <Input, Output>(work: string, run: (input: Input) => Promise<Output>) =>
    async ({ input }: { input: Input }) => {
      try {
        return await run(input);
      } catch (error) {
        parts.onFailure(work, error);
        throw error;
      }
    };
  const { hostedCallback } = parts;
  const completeHostedSignIn = async (hosted: HostedCallback) => {
    try {
      await (await identity()).hosted?.complete();
      return await adoptActiveSession(sources);
    } catch (error) {
      parts.onFailure('arrive', error);
      hosted.errorMessage = failureOf(error).message || SIGN_IN_ERRORS.unknown;
      return readActiveSession(parts);
    }
  };
  const leave = async ({ all }: { all: boolean }): Promise<unknown> => {
    const accessToken = parts.store.read()?.accessToken;
    const end = async () => {
      if (!accessToken) return;
      await parts.endSession({ all, accessToken }).catch((error: unknown) => parts.onFailure('end', error));
    };
    // The provider's code may have to come first: it does while the server is told.
    const [provider] = await Promise.all([identity(), end()]);
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
        adopt: fromPromise(reportingFailure('adopt', () => adoptActiveSession(sources))),
        renew: fromPromise(
          reportingFailure('renew', ({ force }: { force: boolean }) => renewActiveSession(sources, force)),
        ),
        leave: fromPromise(reportingFailure('leave', leave)),
      },
      actions: {
        forget: () => parts.store.clear(),
        discard: () => {
          loaded?.discard().catch((error: unknown) => parts.onFailure('discard', error));
        },
      },
    }),
    { ...(parts.clock && { clock: parts.clock }) },
  );
  return { actor, identity };
}
