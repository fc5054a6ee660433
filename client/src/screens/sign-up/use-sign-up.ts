import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useSession } from '../../auth/session/session-react.tsx';
import { signUpMachine } from '../../machines/sign-up.machine.ts';

/** The sign-up machine with the real provider behind it. */
export function useSignUp() {
  const { identity } = useSession();
  const machine = useMemo(
    () =>
      signUpMachine.provide({
        actors: { signUp: fromPromise(async ({ input }) => (await identity()).signUp(input)) },
      }),
    [identity],
  );
  return useMachine(machine);
}
