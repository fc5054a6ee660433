import { useMemo, useEffect } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { useNavigate } from 'react-router-dom';
import { useMachine } from '../../use-machine.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { signInMachine } from '../../machines/sign-in.machine.ts';
import { CODE_REQUESTED } from '../../auth/page-handover.ts';
import { useReturnPath } from '../../app/use-return-path.ts';
import { nextPageOf } from './next-page.ts';

/** Runs the sign-in machine with the identity provider and the session. */
export function useSignIn() {
  const { identity, adoptSignIn } = useSession();
  const machine = useMemo(
    () =>
      signInMachine.provide({
        actors: {
          signIn: fromPromise(async ({ input: { email, password } }) =>
            (await identity()).signIn(email, password),
          ),
          signInByPasskey: fromPromise(async ({ input: { email } }) =>
            (await identity()).signInByPasskey(email),
          ),
          openSession: fromPromise(async () => {
            const provider = await identity();
            if (!(await provider.fetchSession())) return false;
            await adoptSignIn();
            return true;
          }),
        },
      }),
    [identity, adoptSignIn],
  );
  return useMachine(machine);
}

/** Leaves the page after a sign-in, or for the page whose code is needed first, which requests that code on arrival. */
export function useSignInRedirect(state: SnapshotFrom<typeof signInMachine>): void {
  const navigate = useNavigate();
  const nextPage = nextPageOf(state, useReturnPath());
  const isDone = state.hasTag('done');
  useEffect(() => {
    if (nextPage === null) return;
    void navigate(nextPage, isDone ? { replace: true } : { state: CODE_REQUESTED });
  }, [isDone, nextPage, navigate]);
}
