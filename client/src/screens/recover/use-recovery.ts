import { useMachine } from '../../inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useSession } from '../../identity/session-react.tsx';
import { recoveryMachine } from '../../machines/recovery.machine.ts';

/** The recovery machine with the real provider behind it. */
export function useRecovery() {
  const { identity } = useSession();
  const machine = useMemo(
    () =>
      recoveryMachine.provide({
        actors: {
          sendCode: fromPromise(async ({ input: { email } }) => (await identity()).resetPassword(email)),
          reset: fromPromise(async ({ input }) => (await identity()).confirmResetPassword(input)),
        },
      }),
    [identity],
  );
  return useMachine(machine);
}
