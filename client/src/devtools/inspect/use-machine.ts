import { useMachine as useUnseenMachine } from '@xstate/react';
import { useEffect } from 'react';
import { registerActor } from './running-actors.ts';

/** The library's hook; its machine can be watched at work. */
export const useMachine: typeof useUnseenMachine = (machine, ...options) => {
  const run = useUnseenMachine(machine, ...options);
  const [, , actor] = run;
  // The library ends it with the component, and takes everybody's subscriptions away before.
  useEffect(() => registerActor(actor), [actor]);
  return run;
};
