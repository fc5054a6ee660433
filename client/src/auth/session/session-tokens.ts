import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { waitFor, type ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../machines/session.machine.ts';
import type { SessionStore } from './session-store.ts';
import type { Session } from './session.ts';

type Actor = ActorRefFrom<typeof sessionMachine>;
type Parts = { store: SessionStore; now: () => number };

/** Waits until nothing is under way. */
export async function waitUntilIdle(actor: Actor): Promise<void> {
  await waitFor(actor, (state) => !state.hasTag('busy'));
}

/** Hands out tokens, and asks the session to renew them when they are due or did not help. */
export function createSessionTokens(
  actor: Actor,
  { store, now }: Parts,
): Pick<Session, 'accessToken' | 'refresh'> {
  let holding = actor.getSnapshot().context.holding;
  /** By the wall clock, because the machine's timers stand still while a computer sleeps. */
  let dueAt = 0;
  let lastIssued: string | null = null;
  let renewing: Promise<string | null> | null = null;
  let renewedAt = -Infinity;

  actor.subscribe(({ context }) => {
    if (context.holding === holding) return;
    holding = context.holding;
    dueAt = now() + (holding?.freshForMs ?? 0);
  });

  const isPerson = () => actor.getSnapshot().hasTag('person');
  const readToken = () => (isPerson() ? (store.read()?.accessToken ?? null) : null);
  const issueToken = () => (lastIssued = readToken());

  const renew = async (force: boolean) => {
    await waitUntilIdle(actor);
    // Whoever complains about a token that was replaced meanwhile, here or in another tab, has not tried the new one yet.
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
      return !isPerson() || now() < dueAt ? issueToken() : refresh(false);
    },
  };
}
