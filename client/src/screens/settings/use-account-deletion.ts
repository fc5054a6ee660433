import { useMachine } from '../../inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Call } from '../../api/http-client.ts';
import { useCall } from '../../api/api-react.tsx';
import { deleteAccount, isNobody } from '../../api/users.ts';
import type { AccountProvider } from '../../identity/account-provider.ts';
import { useSession, type UseSession } from '../../identity/session-react.tsx';
import { accountDeletionMachine } from '../../machines/account-deletion.machine.ts';
import { useAccountProvider } from './use-account-provider.ts';

/** The machine with the real program, provider and session behind it. @param onGone keeps its identity */
export function useAccountDeletion(onGone: () => void) {
  const call = useCall();
  const account = useAccountProvider();
  const { signOut, refresh } = useSession();
  const machine = useMemo(
    () => accountDeletionMachine.provide({ actors: actorsOf({ call, account, signOut, refresh, onGone }) }),
    [call, account, signOut, refresh, onGone],
  );
  return useMachine(machine);
}

type Parts = Pick<UseSession, 'signOut' | 'refresh'> & {
  call: Call;
  account: () => Promise<AccountProvider>;
  onGone: () => void;
};

function actorsOf({ call, account, signOut, refresh, onGone }: Parts) {
  // Nobody is left afterwards to say by which names this browser knows them.
  let dropTraces = () => Promise.resolve();
  return {
    erase: fromPromise<unknown>(async () => {
      dropTraces = await (await account()).traces().catch(() => dropTraces);
      await deleteAccount(call);
    }),
    // The end of all sign-ins is the last step, so a session that lives on has something left to erase.
    isErased: fromPromise<boolean, { handle: string }>(
      async ({ input }) => (await refresh(true)) === null && isNobody(call, input.handle),
    ),
    leave: fromPromise<unknown>(async () => {
      onGone();
      await dropTraces();
      await signOut(false);
    }),
  };
}
