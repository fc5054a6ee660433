import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useMachine } from '../use-machine.ts';
import type { Call } from '../api/http-client.ts';
import { useCall } from '../api/api-react.tsx';
import { deleteAccount, isUserMissing } from '../api/users.ts';
import { useSession, type SessionWithSnapshot } from '../auth/session/session-react.tsx';
import { accountDeletionMachine } from '../machines/account-deletion.machine.ts';

/** Runs the deletion machine with the API, the account provider and the session. @param onDeleted must keep its identity */
export function useAccountDeletion(onDeleted: () => void) {
  const call = useCall();
  const { signOut, accessToken, refresh } = useSession();
  const machine = useMemo(
    () =>
      accountDeletionMachine.provide({
        actors: createActors({ call, signOut, accessToken, refresh, onDeleted }),
      }),
    [call, signOut, accessToken, refresh, onDeleted],
  );
  return useMachine(machine);
}

type ActorDependencies = Pick<SessionWithSnapshot, 'signOut' | 'accessToken' | 'refresh'> & {
  call: Call;
  onDeleted: () => void;
};

function createActors({ call, signOut, accessToken, refresh, onDeleted }: ActorDependencies) {
  return {
    erase: fromPromise<unknown>(() => deleteAccount(call)),
    // Ending all sign-ins is the last step of an erasure: while the session can be refreshed, the erasure is incomplete.
    isErased: fromPromise<boolean, { handle: string }>(
      async ({ input }) => (await refresh(await accessToken())) === null && isUserMissing(call, input.handle),
    ),
    leave: fromPromise<unknown>(async () => {
      onDeleted();
      await signOut(false);
    }),
  };
}
