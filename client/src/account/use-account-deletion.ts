import { useMachine } from '../use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Call } from '../api/http-client.ts';
import { useCall } from '../api/api-react.tsx';
import { deleteAccount, isUserMissing } from '../api/users.ts';
import type { AccountProvider } from '../auth/identity-provider.ts';
import { useSession, type SessionWithSnapshot } from '../auth/session/session-react.tsx';
import { accountDeletionMachine } from '../machines/account-deletion.machine.ts';
import { useAccountProvider } from './use-account-provider.ts';

/** Runs the deletion machine with the API, the account provider and the session. @param onDeleted must keep its identity */
export function useAccountDeletion(onDeleted: () => void) {
  const call = useCall();
  const account = useAccountProvider();
  const { signOut, refresh } = useSession();
  const machine = useMemo(
    () =>
      accountDeletionMachine.provide({
        actors: createActors({ call, account, signOut, refresh, onDeleted }),
      }),
    [call, account, signOut, refresh, onDeleted],
  );
  return useMachine(machine);
}

type ActorDependencies = Pick<SessionWithSnapshot, 'signOut' | 'refresh'> & {
  call: Call;
  account: () => Promise<AccountProvider>;
  onDeleted: () => void;
};

function createActors({ call, account, signOut, refresh, onDeleted }: ActorDependencies) {
  // Read before the deletion: afterwards the pool cannot name the account's device keys any more.
  let forgetDevice = () => Promise.resolve();
  return {
    erase: fromPromise<unknown>(async () => {
      forgetDevice = await (await account()).prepareDeviceCleanup().catch(() => forgetDevice);
      await deleteAccount(call);
    }),
    // Ending all sign-ins is the last step of an erasure: while the session can be refreshed, the erasure is incomplete.
    isErased: fromPromise<boolean, { handle: string }>(
      async ({ input }) => (await refresh(true)) === null && isUserMissing(call, input.handle),
    ),
    leave: fromPromise<unknown>(async () => {
      onDeleted();
      await forgetDevice();
      await signOut(false);
    }),
  };
}
