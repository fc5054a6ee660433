import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { useMachine } from '../../use-machine.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { recoveryMachine } from '../../machines/recovery.machine.ts';
import { authPagePath } from '../../paths.ts';

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

/** The recovery with its code sent: a page that is loaded again goes on there. */
export function codeStepPath(email: string): string {
  return `${authPagePath('forgot', email)}&step=code`;
}

/** Whom a code was sent to, as the address of a page says; empty for nobody. */
export function readCodeRecipient(query: URLSearchParams): string {
  return query.get('step') === 'code' ? (query.get('email') ?? '').trim() : '';
}
