import type { OutputOf, RouteName, Routes } from '@cruddur/shared';
import { buildActivityAnswer } from '../activities/build-activity-answer.ts';
import { buildMessageAnswer } from '../messages/build-message-answer.ts';
import type { Ports, WriteResult } from '../ports.ts';
import { buildProfileAnswer } from '../profiles/build-profile-answer.ts';
import type { Answer, Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import type { ReplayOperation } from './replay-operation.ts';

/** The calls with an operation id. */
type OperationName = { [N in RouteName]: Routes[N] extends { operation: true } ? N : never }[RouteName];
type Answers = {
  [N in OperationName]: (viewer: Viewer, made: WriteResult) => Promise<Answer<OutputOf<Routes[N]>>>;
};

export function createReplayOperation(ports: Ports): ReplayOperation {
  const answers: Answers = {
    createActivity: (viewer, made) => buildActivityAnswer(ports, viewer, made),
    createReply: (viewer, made) => buildActivityAnswer(ports, viewer, made),
    sendMessage: (_viewer, made) => buildMessageAnswer(ports, made),
    updateProfile: (viewer) => buildProfileAnswer(ports, viewer),
  };
  const isOperation = (name: RouteName): name is OperationName => Object.hasOwn(answers, name);

  return async <N extends RouteName>(name: N, viewer: Viewer, operation: Operation) => {
    if (!isOperation(name)) return null;
    const ref = await ports.store.findEarlierRef(viewer.sub, operation);
    if (ref === null) return null;
    // The map keeps name and shape of answer together; the compiler cannot follow a name through it.
    return await answers[name](viewer, { ref, envelopes: [] });
  };
}
