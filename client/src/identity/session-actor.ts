import { createActor, fromPromise, type ActorOptions } from 'xstate';
import { sessionMachine } from '../machines/session.machine.ts';
import { adoptHolding, renewHolding, storedHolding, type HoldingSources } from './holding.ts';
import type { IdentityProvider } from './provider.ts';

export type SessionParts = HoldingSources & {
  /** Where `storage` events of other tabs arrive: the window. */
  page: EventTarget;
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
        if (event === 'tokenRefresh' && !actor.getSnapshot().hasTag('busy')) {
          actor.send({ type: 'REFRESH', force: false });
        }
      });
    }
    return provider;
  };
  const sources = { ...parts, identity };

  const told =
    <Input, Output>(work: string, run: (input: Input) => Promise<Output>) =>
    async ({ input }: { input: Input }) => {
      try {
        return await run(input);
      } catch (error) {
        parts.onFailure(work, error);
        throw error;
      }
    };
  const leave = async ({ all }: { all: boolean }): Promise<unknown> => {
    const accessToken = parts.store.read()?.accessToken;
    if (accessToken) {
      await parts.endSession({ all, accessToken }).catch((error: unknown) => parts.onFailure('end', error));
    }
    const provider = await identity();
    return provider.signOut({ global: all });
  };

  const actor = createActor(
    sessionMachine.provide({
      actors: {
        restore: fromPromise(() => Promise.resolve(storedHolding(parts))),
        adopt: fromPromise(told('adopt', () => adoptHolding(sources))),
        renew: fromPromise(told('renew', ({ force }: { force: boolean }) => renewHolding(sources, force))),
        leave: fromPromise(told('leave', leave)),
      },
      actions: {
        forget: () => parts.store.clear(),
        discard: () => {
          loaded?.signOut({ global: false }).catch((error: unknown) => parts.onFailure('discard', error));
        },
      },
    }),
    { ...(parts.clock && { clock: parts.clock }) },
  );
  return { actor, identity };
}
