import { useMachine } from '../devtools/inspect/use-machine.ts';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useCall } from '../api/api-react.tsx';
import { isHandleAvailable } from '../api/users.ts';
import type { FieldStatus } from '../ui/field.tsx';
import { normalizeHandle, handleCheckMachine } from '../machines/handle-check.machine.ts';

export const HANDLE_RULE = '3 to 20 small letters, digits or underscores.';

interface HandleCheck {
  /** Null as long as there is nothing to say. */
  verdict: FieldStatus | null;
  /** Somebody has it. */
  isTaken: boolean;
  check: (text: string) => void;
}

/** Says while a handle is typed whether somebody new could have it. */
export function useHandleCheck(): HandleCheck {
  const call = useCall();
  const machine = useMemo(
    () =>
      handleCheckMachine.provide({
        actors: {
          ask: fromPromise(({ input: { handle }, signal }) => isHandleAvailable(call, handle, signal)),
        },
      }),
    [call],
  );
  const [state, send] = useMachine(machine);
  const check = useCallback((text: string) => send({ type: 'TYPE', handle: normalizeHandle(text) }), [send]);
  const name = `@${state.context.handle}`;
  const isTaken = state.hasTag('taken');
  if (state.hasTag('free')) return { check, isTaken, verdict: { tone: 'good', text: `${name} is free.` } };
  const bad = (text: string) => ({ check, isTaken, verdict: { tone: 'bad' as const, text } });
  if (isTaken) return bad(`${name} is taken. Choose another one.`);
  if (state.hasTag('reserved')) return bad(`${name} is a word of Cruddur itself. Choose another one.`);
  if (state.hasTag('invalid')) return bad(`This cannot be a username: ${HANDLE_RULE}`);
  return { check, isTaken, verdict: null };
}
