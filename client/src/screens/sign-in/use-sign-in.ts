import { useMemo, useEffect } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { useNavigate } from 'react-router-dom';
import { useMachine } from '../../use-machine.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { signInMachine } from '../../machines/sign-in.machine.ts';
import { CODE_REQUESTED } from '../../auth/page-handover.ts';
import { useReturnPath } from '../../app/use-return-path.ts';
import { authPagePath } from '../../paths.ts';

type SignInState = SnapshotFrom<typeof signInMachine>;

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
export function useSignInRedirect(state: SignInState): void {
  const navigate = useNavigate();
  const { email } = state.context;
  const back = useReturnPath();
  const isDone = state.hasTag('done');
  const nextPage = state.hasTag('toConfirm') ? 'confirm' : state.hasTag('toReset') ? 'forgot' : null;
  useEffect(() => {
    if (isDone) void navigate(back, { replace: true });
    else if (nextPage) void navigate(authPagePath(nextPage, email), { state: CODE_REQUESTED });
  }, [isDone, nextPage, email, back, navigate]);
}
