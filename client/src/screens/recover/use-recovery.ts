import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { usePageTimers } from '../../clock/clock-react.tsx';
import { useMachine } from '../../use-machine.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { recoveryMachine } from '../../machines/recovery.machine.ts';

/** Runs the recovery machine with the identity provider, from the step that the page's address names. */
export function useRecovery() {
  const { identity } = useSession();
  const [query] = useSearchParams();
  // Their time goes on while a phone shows the mail app.
  const { now, timers } = usePageTimers();
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
  return useMachine(machine, { input: { now, sentTo: readCodeRecipient(query) }, clock: timers });
}

/** The email that a code was sent to, from the page's address; empty before that step. */
function readCodeRecipient(query: URLSearchParams): string {
  return query.get('step') === 'code' ? (query.get('email') ?? '').trim() : '';
}
