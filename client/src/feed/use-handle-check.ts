import { useMachine } from '../inspect/use-machine.ts';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useCall } from '../api/api-react.tsx';
import { handleAvailable } from '../api/users.ts';
import type { Verdict } from '../components/field.tsx';
import { bareHandle, handleCheckMachine } from '../machines/handle-check.machine.ts';

export const HANDLE_RULE = '3 to 20 small letters, digits or underscores.';

/** Says while a handle is typed whether somebody new could have it; null as long as there is nothing to say. */
export function useHandleCheck(): { verdict: Verdict | null; check: (text: string) => void } {
  const call = useCall();
  const machine = useMemo(
    () =>
      handleCheckMachine.provide({
        actors: {
          ask: fromPromise(({ input: { handle }, signal }) => handleAvailable(call, handle, signal)),
        },
      }),
    [call],
  );
  const [state, send] = useMachine(machine);
  const check = useCallback((text: string) => send({ type: 'TYPE', handle: bareHandle(text) }), [send]);
  const name = `@${state.context.handle}`;
  if (state.hasTag('free')) return { check, verdict: { tone: 'good', text: `${name} is free.` } };
  const bad = (text: string) => ({ check, verdict: { tone: 'bad' as const, text } });
  if (state.hasTag('taken')) return bad(`${name} is taken. Choose another one.`);
  if (state.hasTag('reserved')) return bad(`${name} is a word of Cruddur itself. Choose another one.`);
  if (state.hasTag('invalid')) return bad(`This cannot be a username: ${HANDLE_RULE}`);
  return { check, verdict: null };
}
