import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useSession } from '../../identity/session-react.tsx';
import { signInMachine } from '../../machines/sign-in.machine.ts';

/** The sign-in machine with the real provider and session behind it. */
export function useSignIn() {
  const { identity, signedIn } = useSession();
  const machine = useMemo(
    () =>
      signInMachine.provide({
        actors: {
          signIn: fromPromise(async ({ input: { email, password } }) =>
            (await identity()).signIn(email, password),
          ),
          openSession: fromPromise(async () => {
            const provider = await identity();
            if (!(await provider.session())) return false;
            await signedIn();
            return true;
          }),
        },
      }),
    [identity, signedIn],
  );
  return useMachine(machine);
}
