import {
  createActor,
  fromTransition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from 'xstate';
import type { Wanted } from './timers.ts';

/** What became of a machine, by which transitions, one that follows from another after it, and what the library would do now. */
export type Happened = {
  snapshot: AnyMachineSnapshot;
  transitions: AnyTransitionDefinition[];
  actions: Wanted[];
};

/** What a machine reaches the world by while something happens to it. */
type Scope = Parameters<AnyStateMachine['transition']>[2];

const nobody = fromTransition((state: null) => state, null);

/**
 * Lets something happen to a machine that does not run: nothing is executed. The library's own `transition` does the same,
 * but tells nobody of the transitions that need no event.
 */
export function happen(change: (scope: Scope) => AnyMachineSnapshot): Happened {
  const transitions: AnyTransitionDefinition[] = [];
  const actions: Wanted[] = [];
  const self = createActor(nobody, {
    inspect: (event) => {
      if (event.type === '@xstate.microstep') transitions.push(...event._transitions);
    },
  });
  const nothing = () => undefined;
  const snapshot = change({
    ...{ self: self as unknown as Scope['self'], id: '', sessionId: '', system: self.system },
    ...{ logger: nothing, defer: nothing, emit: nothing, stopChild: nothing },
    actionExecutor: (action) => actions.push(action),
  });
  return { snapshot, transitions, actions };
}
