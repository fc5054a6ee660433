import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { passkeysMachine } from '../../machines/passkeys.machine.ts';
import { useAccountProvider } from './use-account-provider.ts';

/** The machine with the real provider behind it. */
export function usePasskeys() {
  const account = useAccountProvider();
  const machine = useMemo(
    () =>
      passkeysMachine.provide({
        actors: {
          list: fromPromise(async () => (await account()).listPasskeys()),
          add: fromPromise<unknown>(async () => (await account()).addPasskey()),
          remove: fromPromise(async ({ input: { id } }) => (await account()).removePasskey(id)),
        },
      }),
    [account],
  );
  return useMachine(machine);
}
