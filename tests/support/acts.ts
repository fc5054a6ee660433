import { randomUUID } from 'node:crypto';
import { createActivity } from '../../server/src/domain/activities/create-activity.ts';
import { createReply } from '../../server/src/domain/activities/create-reply.ts';
import { sendMessage } from '../../server/src/domain/messages/send-message.ts';
import type { RunOperation } from '../../server/src/domain/operations/run-operation.ts';
import type { Ports } from '../../server/src/domain/ports.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';
import type { Act } from '../../server/src/repositories/commit.ts';

/** What use-cases want done, for tests that decide themselves what shares a commit. */
export interface Acts {
  post(viewer: Viewer, message: string, id?: string): Act;
  reply(viewer: Viewer, activity_uuid: string): Act;
  send(viewer: Viewer, message: string, to: { handle: string } | { message_group_uuid: string }): Act;
}

const first = { query: undefined, accessToken: '', page: { before: undefined, limit: 50 } };

export function createActs(ports: Ports): Acts {
  const taken = (start: (run: RunOperation) => Promise<unknown>): Act => {
    const acts: Act[] = [];
    void start(({ viewer, operation }, work) => {
      acts.push({ actor: viewer.sub, operation, work });
      return new Promise(() => undefined);
    });
    const [act] = acts;
    if (!act) throw new Error('The use-case has asked before it ran its operation.');
    return act;
  };
  const operation = (id: string = randomUUID()) => ({ id, fingerprint: 'of this act' });

  return {
    post: (viewer, message, id) =>
      taken((run) => {
        const body = { message, ttl: '1-day' } as const;
        return createActivity(ports, run, { ...first, viewer, params: {}, body, operation: operation(id) });
      }),
    reply: (viewer, activity_uuid) =>
      taken((run) => {
        const params = { activity_uuid };
        const body = { activity_uuid, message: 're' };
        return createReply(ports, run, { ...first, viewer, params, body, operation: operation() });
      }),
    send: (viewer, message, to) =>
      taken((run) => {
        const body = { message, ...to };
        return sendMessage(ports, run, { ...first, viewer, params: {}, body, operation: operation() });
      }),
  };
}
