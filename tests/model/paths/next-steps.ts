import { actorName, delayIn } from '../../../client/src/charts/inventory.ts';
import type { Ending, Model, Scene, Step } from './model.ts';
import type { Moment } from './moment.ts';

/** All that can happen next: acts, ends of the work that is under way, and the timer that rings first. */
export function nextSteps(model: Model, moment: Moment): Step[] {
  const { snapshot } = moment;
  if (snapshot.status !== 'active' || model.isOver?.(snapshot)) return [];
  return [...actsAt(model, moment), ...endingsAt(model, moment), ...passingAt(moment)];
}

type Fitting = { given?: readonly Scene[]; leaves?: Scene };

const fits = ({ given }: Fitting, { scene }: Moment) => given?.includes(scene) ?? true;
const leaving = ({ leaves }: Fitting) => (leaves === undefined ? {} : { leaves });

/**
 * An act that the machine does not hear counts where it changes the scene. While work is under way the scene stays, because
 * the work's end is what fits the scene that it began in.
 */
function actsAt({ acts, machine }: Model, moment: Moment): Step[] {
  const isAtWork = moment.snapshot._nodes.some((node) => node.invoke.length > 0);
  return Object.entries(acts)
    .filter(([, act]) => fits(act, moment) && !(isAtWork && act.leaves !== undefined))
    .filter(
      ([, { event, leaves = moment.scene }]) =>
        leaves !== moment.scene || machine.getTransitionData(moment.snapshot, event).length > 0,
    )
    .map(([name, act]) => ({ kind: 'act', name, event: act.event, ...leaving(act) }));
}

function endingsAt({ endings }: Model, moment: Moment): Step[] {
  const running = moment.snapshot._nodes.flatMap((node) => node.invoke);
  return running.flatMap(({ id, src }) => {
    const actor = actorName(src);
    const known = endings[actor];
    if (!known) throw new Error(`Nobody says how ${actor} can end.`);
    return Object.entries(known)
      .filter(([, ending]) => fits(ending, moment))
      .map(([name, ending]): Step => ({
        ...{ kind: 'ending', actor, name, event: endingEvent(id, ending) },
        ...leaving(ending),
      }));
  });
}

function endingEvent(id: string, ending: Ending) {
  const how = 'output' in ending ? { output: ending.output } : { error: ending.error };
  return { type: `xstate.${'output' in ending ? 'done' : 'error'}.actor.${id}`, actorId: id, ...how };
}

function passingAt({ timers: [first] }: Moment): Step[] {
  if (!first) return [];
  const name = delayIn(first.event.type)?.replace('after ', '') ?? first.id;
  return [{ kind: 'pass', name, ms: first.ms, event: first.event }];
}
