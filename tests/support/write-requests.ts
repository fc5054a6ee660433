import { randomUUID } from 'node:crypto';
import { createActivity } from '../../server/src/domain/activities/create-activity.ts';
import { createReply } from '../../server/src/domain/activities/create-reply.ts';
import { markActivity } from '../../server/src/domain/activities/mark-activity.ts';
import type { Mark } from '../../server/src/domain/activities/ports.ts';
import { sendMessage } from '../../server/src/domain/messages/send-message.ts';
import type { RunOperation } from '../../server/src/domain/operations/run-operation.ts';
import type { Ports, Store, WriteUnit } from '../../server/src/domain/ports.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';
import type { ChangeRequest, OperationRequest } from '../../server/src/repositories/commit.ts';

/** The operations of use cases, for tests that decide which share a commit. */
export interface WriteRequests {
  post(viewer: Viewer, message: string, id?: string): OperationRequest;
  reply(viewer: Viewer, activity_uuid: string): OperationRequest;
  mark(viewer: Viewer, activity_uuid: string, to: { mark: Mark; on: boolean }): ChangeRequest;
  send(
    viewer: Viewer,
    message: string,
    to: { handle: string } | { message_group_uuid: string },
  ): OperationRequest;
}

const callDefaults = { query: undefined, accessToken: '', page: { before: undefined, limit: 50 } };

export function createWriteRequests(ports: Ports): WriteRequests {
  const captureOperation = (start: (run: RunOperation) => Promise<unknown>): OperationRequest => {
    const requests: OperationRequest[] = [];
    void start(({ viewer, operation }, work) => {
      requests.push({ actor: viewer.sub, operation, work });
      return new Promise(() => undefined);
    });
    const [request] = requests;
    if (!request) throw new Error('the use case awaited a call before its operation');
    return request;
  };
  const operation = (id: string = randomUUID()) => ({ id, fingerprint: 'of this act' });

  const captureChange = (start: (change: Store['runChange']) => Promise<unknown>): ChangeRequest => {
    const requests: ChangeRequest[] = [];
    void start((work, sharing = {}) => {
      const outcome = async (unit: WriteUnit) => ({ ref: '', entries: (await work(unit)).entries });
      requests.push({ operation: null, options: sharing, work: outcome });
      return new Promise(() => undefined);
    });
    const [request] = requests;
    if (!request) throw new Error('the use case awaited a call before its change');
    return request;
  };

  return {
    mark: (viewer, activity_uuid, to) =>
      captureChange((change) => {
        const call = {
          ...callDefaults,
          viewer,
          params: { activity_uuid },
          body: undefined,
          operation: operation(),
        };
        return markActivity({ ...ports, store: { ...ports.store, runChange: change } }, call, to);
      }),
    post: (viewer, message, id) =>
      captureOperation((run) => {
        const body = { message, ttl: '1-day' } as const;
        return createActivity(ports, run, {
          ...callDefaults,
          viewer,
          params: {},
          body,
          operation: operation(id),
        });
      }),
    reply: (viewer, activity_uuid) =>
      captureOperation((run) => {
        const params = { activity_uuid };
        const body = { activity_uuid, message: 're' };
        return createReply(ports, run, { ...callDefaults, viewer, params, body, operation: operation() });
      }),
    send: (viewer, message, to) =>
      captureOperation((run) => {
        const body = { message, ...to };
        return sendMessage(ports, run, { ...callDefaults, viewer, params: {}, body, operation: operation() });
      }),
  };
}
