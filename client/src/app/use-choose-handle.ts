import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '../use-machine.ts';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { queryKeys } from '../cache/query-keys.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { chooseHandleMachine } from '../machines/choose-handle.machine.ts';

/** The machine for another username, with the real provider, session and product behind it. */
export function useChooseHandle(taken: string) {
  const { identity, refresh } = useSession();
  const client = useQueryClient();
  const machine = useMemo(
    () =>
      chooseHandleMachine.provide({
        actors: {
          save: fromPromise(async ({ input: { handle } }) => {
            await (await identity()).updateHandle(handle);
            await refresh(true);
            // The first call that succeeds makes the person known to the product, under this name.
            await client.refetchQueries({ queryKey: queryKeys.me }, { throwOnError: true });
            await client.invalidateQueries();
          }),
        },
      }),
    [identity, refresh, client],
  );
  return useMachine(machine, { input: { taken } });
}
