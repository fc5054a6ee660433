import { useMachine } from '../base/machines/use-machine.ts';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useCall } from '../base/http/page-services.ts';
import { isHandleAvailable } from '../people/users.ts';
import type { FieldStatus } from '../base/ui/field.tsx';
import { normalizeHandle, handleCheckMachine } from './handle-check.machine.ts';

export const HANDLE_RULE = '3 to 20 lowercase letters, digits or underscores.';

interface HandleCheck {
  /** Null while the field is empty or the check is pending. */
  verdict: FieldStatus | null;
  /** Another account has the handle. */
  isTaken: boolean;
  check: (text: string) => void;
}

/** Checks while the user types whether a new account may choose the handle. */
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
  const reject = (text: string) => ({ check, isTaken, verdict: { tone: 'bad' as const, text } });
  if (isTaken) return reject(`${name} is taken. Choose another one.`);
  if (state.hasTag('reserved')) return reject(`${name} is reserved. Choose another one.`);
  if (state.hasTag('invalid')) return reject(`Not a valid username: ${HANDLE_RULE}`);
  return { check, isTaken, verdict: null };
}
