import { useMachine } from '../../inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useSession } from '../../identity/session-react.tsx';
import { confirmMachine } from '../../machines/confirm.machine.ts';

/** The confirmation machine with the real provider and session behind it. */
export function useConfirm() {
  const { identity, signedIn } = useSession();
  const machine = useMemo(
    () =>
      confirmMachine.provide({
        actors: {
          confirm: fromPromise(async ({ input: { email, code } }) =>
            (await identity()).confirmSignUp(email, code),
          ),
          resend: fromPromise(async ({ input: { email } }) => (await identity()).resendSignUpCode(email)),
          autoSignIn: fromPromise(async () => {
            const step = await (await identity()).autoSignIn();
            if (step === 'DONE') await signedIn();
            return step;
          }),
        },
      }),
    [identity, signedIn],
  );
  return useMachine(machine);
}
