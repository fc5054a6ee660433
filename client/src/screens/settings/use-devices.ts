import { useMachine } from '../../devtools/inspect/use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useSession } from '../../auth/session/session-react.tsx';
import { devicesMachine } from '../../machines/devices.machine.ts';
import { useAccountProvider } from './use-account-provider.ts';

/** The machine with the real provider and session behind it. @param onLeave hears that this browser signs out by choice */
export function useDevices(onLeave: () => void) {
  const account = useAccountProvider();
  const { signOut } = useSession();
  const machine = useMemo(
    () =>
      devicesMachine.provide({
        actors: {
          list: fromPromise(async () => (await account()).listDevices()),
          forget: fromPromise(async ({ input: { id } }) => (await account()).forgetDevice(id)),
          signOut: fromPromise(({ input: { all } }) => {
            onLeave();
            return signOut(all);
          }),
        },
      }),
    [account, signOut, onLeave],
  );
  return useMachine(machine);
}
