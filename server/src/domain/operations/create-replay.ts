import type { OutputOf, RouteName, Routes } from '@cruddur/shared';
import { activityAnswer } from '../activities/activity-answer.ts';
import { messageAnswer } from '../messages/message-answer.ts';
import type { Ports, Written } from '../ports.ts';
import { profileAnswer } from '../profiles/profile-answer.ts';
import type { Answer, Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import type { Replay } from './replay.ts';

type OperationName = 'createActivity' | 'createReply' | 'sendMessage' | 'updateProfile';
type Answers = {
  [N in OperationName]: (viewer: Viewer, made: Written) => Promise<Answer<OutputOf<Routes[N]>>>;
};

export function createReplay(ports: Ports): Replay {
  const answers: Answers = {
    createActivity: (viewer, made) => activityAnswer(ports, viewer, made),
    createReply: (viewer, made) => activityAnswer(ports, viewer, made),
    sendMessage: (_viewer, made) => messageAnswer(ports, made),
    updateProfile: (viewer) => profileAnswer(ports, viewer),
  };
  const isOperation = (name: RouteName): name is OperationName => Object.hasOwn(answers, name);

  return async <N extends RouteName>(name: N, viewer: Viewer, operation: Operation) => {
    if (!isOperation(name)) return null;
    const ref = await ports.store.made(viewer.sub, operation);
    if (ref === null) return null;
    // The map keeps name and shape of answer together; the compiler cannot follow a name through it.
    return await answers[name](viewer, { ref, envelopes: [] });
  };
}
