import type { OutputOf, RouteName, Routes } from '@cruddur/shared';
import { buildActivityAnswer } from '../activities/build-activity-answer.ts';
import { buildMessageAnswer } from '../messages/build-message-answer.ts';
import type { Ports, WriteResult } from '../ports.ts';
import type { Answer, Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import { buildProfileAnswer } from '../users/update-profile.ts';

/**
 * The answer to an operation that has run before, built again from its row; null on the first run. Called when the
 * input is not valid, so that a retry gets the same answer although the rules have changed since.
 * @throws Refusal operation_id_reused for another fingerprint; activity_expired when the row was deleted since
 */
export type ReplayOperation = <N extends RouteName>(
  name: N,
  viewer: Viewer,
  operation: Operation,
) => Promise<Answer<OutputOf<Routes[N]>> | null>;

/** The calls with an operation id. */
type OperationName = { [N in RouteName]: Routes[N] extends { operation: true } ? N : never }[RouteName];
type Answers = {
  [N in OperationName]: (viewer: Viewer, result: WriteResult) => Promise<Answer<OutputOf<Routes[N]>>>;
};

export function createReplayOperation(ports: Ports): ReplayOperation {
  const answers: Answers = {
    createActivity: (viewer, result) => buildActivityAnswer(ports, viewer, result),
    createReply: (viewer, result) => buildActivityAnswer(ports, viewer, result),
    sendMessage: (_viewer, result) => buildMessageAnswer(ports, result),
    updateProfile: (viewer) => buildProfileAnswer(ports, viewer),
  };
  const isOperation = (name: RouteName): name is OperationName => Object.hasOwn(answers, name);

  return async <N extends RouteName>(name: N, viewer: Viewer, operation: Operation) => {
    if (!isOperation(name)) return null;
    const ref = await ports.store.findEarlierRef(viewer.sub, operation);
    if (ref === null) return null;
    // The map pairs each name with the type of its answer; the compiler cannot follow a generic name through it.
    return await answers[name](viewer, { ref, envelopes: [] });
  };
}
