import { actorName, formatDelay } from '../../../client/devtools/charts/inventory.ts';
import type { ActorOutcome, Model, EnvironmentState, Step } from './model.ts';
import type { ModelState } from './model-state.ts';

/** All possible next steps: user actions, ends of running actors, and the timer that is due first. */
export function listNextSteps(model: Model, moment: ModelState): Step[] {
  const { snapshot } = moment;
  if (snapshot.status !== 'active' || model.hasLeftPage?.(snapshot)) return [];
  return [...listUserActions(model, moment), ...listActorOutcomes(model, moment), ...listTimerSteps(moment)];
}

type EnvironmentRule = { given?: readonly EnvironmentState[]; leaves?: EnvironmentState };

const isPossible = ({ given }: EnvironmentRule, { environment }: ModelState) =>
  given?.includes(environment) ?? true;
const environmentChange = ({ leaves }: EnvironmentRule) => (leaves === undefined ? {} : { leaves });

/**
 * An action that the machine does not handle counts if it changes the environment. While an actor runs the environment stays,
 * because the actor's outcome belongs to the environment in which it started.
 */
function listUserActions({ userActions, machine }: Model, moment: ModelState): Step[] {
  const hasRunningActor = moment.snapshot._nodes.some((node) => node.invoke.length > 0);
  return Object.entries(userActions)
    .filter(([, action]) => isPossible(action, moment) && !(hasRunningActor && action.leaves !== undefined))
    .filter(
      ([, { event, leaves = moment.environment }]) =>
        leaves !== moment.environment || machine.getTransitionData(moment.snapshot, event).length > 0,
    )
    .map(([name, action]) => ({ kind: 'action', name, event: action.event, ...environmentChange(action) }));
}

function listActorOutcomes({ actorOutcomes }: Model, moment: ModelState): Step[] {
  const running = moment.snapshot._nodes.flatMap((node) => node.invoke);
  return running.flatMap(({ id, src }) => {
    const actor = actorName(src);
    const known = actorOutcomes[actor];
    if (!known) throw new Error(`the outcomes of ${actor} are not defined`);
    return Object.entries(known)
      .filter(([, ending]) => isPossible(ending, moment))
      .map(([name, ending]): Step => ({
        kind: 'ending',
        actor,
        name,
        event: createOutcomeEvent(id, ending),
        ...environmentChange(ending),
      }));
  });
}

function createOutcomeEvent(id: string, ending: ActorOutcome) {
  const how = 'output' in ending ? { output: ending.output } : { error: ending.error };
  return { type: `xstate.${'output' in ending ? 'done' : 'error'}.actor.${id}`, actorId: id, ...how };
}

function listTimerSteps({ timers: [first] }: ModelState): Step[] {
  if (!first) return [];
  const name = formatDelay(first.event.type)?.replace('after ', '') ?? first.id;
  return [{ kind: 'pass', name, ms: first.ms, event: first.event }];
}
