import {
  createActor,
  fromTransition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from 'xstate';
import type { RequestedAction } from '../../../client/devtools/page/try/timers.ts';

/** The next snapshot, the transitions to it, immediate successors last, and the actions that the library would execute. */
export type SimulatedTransition = {
  snapshot: AnyMachineSnapshot;
  transitions: AnyTransitionDefinition[];
  actions: RequestedAction[];
};

/** The actor scope of a machine during a transition. */
type ActorScope = Parameters<AnyStateMachine['transition']>[2];

const inertLogic = fromTransition((state: null) => state, null);

/**
 * Takes a transition of a machine that does not run: no action is executed. The library's own `transition` does the same,
 * but does not report eventless transitions.
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
