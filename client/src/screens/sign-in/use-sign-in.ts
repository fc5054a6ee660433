import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { useSession } from '../../auth/session/session-react.tsx';
import { signInMachine } from '../../machines/sign-in.machine.ts';

export type SignInState = SnapshotFrom<typeof signInMachine>;

/** The sign-in machine with the real provider and session behind it. */
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
            if (!(await provider.session())) return false;
            await adoptSignIn();
            return true;
          }),
        },
      }),
    [identity, adoptSignIn],
  );
  return useMachine(machine);
}
