import {
  createActor,
  fromTransition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from 'xstate';
import type { RequestedAction } from './timers.ts';

/** What became of a machine, by which transitions, one that follows from another after it, and what the library would do now. */
export type SimulatedTransition = {
  snapshot: AnyMachineSnapshot;
  transitions: AnyTransitionDefinition[];
  actions: RequestedAction[];
};

/** What a machine reaches the world by while something happens to it. */
type ActorScope = Parameters<AnyStateMachine['transition']>[2];

const inertLogic = fromTransition((state: null) => state, null);

/**
 * Lets something happen to a machine that does not run: nothing is executed. The library's own `transition` does the same,
 * but tells nobody of the transitions that need no event.
 */
export function simulateTransition(change: (scope: ActorScope) => AnyMachineSnapshot): SimulatedTransition {
  const transitions: AnyTransitionDefinition[] = [];
  const actions: RequestedAction[] = [];
  const self = createActor(inertLogic, {
    inspect: (event) => {
      if (event.type === '@xstate.microstep') transitions.push(...event._transitions);
    },
  });
  const nothing = () => undefined;
  const snapshot = change({
    self: self as unknown as ActorScope['self'],
    id: '',
    sessionId: '',
    system: self.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: (action) => actions.push(action),
  });
  return { snapshot, transitions, actions };
}
