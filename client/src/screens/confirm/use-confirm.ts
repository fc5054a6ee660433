import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useSession } from '../../auth/session/session-react.tsx';
import { confirmMachine } from '../../machines/confirm.machine.ts';

/** The confirmation machine with the real provider and session behind it. */
export function useConfirm() {
  const { identity, adoptSignIn } = useSession();
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
            if (step === 'DONE') await adoptSignIn();
            return step;
          }),
        },
      }),
    [identity, adoptSignIn],
  );
  return useMachine(machine);
}
