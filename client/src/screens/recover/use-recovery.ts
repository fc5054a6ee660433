import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { useSession } from '../../auth/session/session-react.tsx';
import { recoveryMachine } from '../../machines/recovery.machine.ts';
import { readCodeRecipient } from './code-step.ts';

/** The recovery machine with the real provider behind it; it begins at the step that the address of the page names. */
export function useRecovery() {
  const { identity } = useSession();
  const [query] = useSearchParams();
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
  return useMachine(machine, { input: { sentTo: readCodeRecipient(query) } });
}
