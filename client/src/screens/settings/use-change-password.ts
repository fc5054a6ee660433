import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { changePasswordMachine } from '../../machines/change-password.machine.ts';
import { useAccountProvider } from './use-account-provider.ts';

/** The machine with the real provider behind it. @param onChanged keeps its identity */
export function useChangePassword(onChanged: () => void) {
  const account = useAccountProvider();
  const machine = useMemo(
    () =>
      changePasswordMachine.provide({
        actors: {
          changePassword: fromPromise(async ({ input }) => {
            await (await account()).changePassword(input);
            onChanged();
          }),
        },
      }),
    [account, onChanged],
  );
  return useMachine(machine);
}
