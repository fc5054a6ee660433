import type { ActorLogic, AnyActorRef, EventObject, Snapshot } from 'xstate';
import type { Outcome } from '../../../client/src/machines/samples/machine-samples.ts';

type EndEvent = EventObject & { type: 'walk.end'; outcome: Outcome };

/** An actor that ends when and as the walk decides, at once; it ignores other events. */
export const controlledActor: ActorLogic<Snapshot<unknown>, EventObject> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => (isEnd(event) ? toEndedSnapshot(event.outcome) : snapshot),
};

export function endActor(work: AnyActorRef, outcome: Outcome): void {
  work.send({ type: 'walk.end', outcome } satisfies EndEvent);
}

const isEnd = (event: EventObject): event is EndEvent => event.type === 'walk.end';

function toEndedSnapshot(outcome: Outcome): Snapshot<unknown> {
  return 'output' in outcome
    ? { status: 'done', output: outcome.output, error: undefined }
    : { status: 'error', output: undefined, error: outcome.error };
}
