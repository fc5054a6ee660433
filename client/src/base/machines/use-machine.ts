import { useMachine as useUnregisteredMachine } from '@xstate/react';
import { useEffect } from 'react';
import { registerActor } from '../actors.ts';

/** `useMachine` of `@xstate/react`, whose actor the inspector can observe. */
export const useMachine: typeof useUnregisteredMachine = (machine, ...options) => {
  const result = useUnregisteredMachine(machine, ...options);
  const [, , actor] = result;
  // The library stops the actor when the component unmounts, and drops subscriptions before: it does not report its end.
  useEffect(() => registerActor(actor), [actor]);
  return result;
};
