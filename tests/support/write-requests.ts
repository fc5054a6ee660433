import { randomUUID } from 'node:crypto';
import { createActivity } from '../../server/src/domain/activities/create-activity.ts';
import { createReply } from '../../server/src/domain/activities/create-reply.ts';
import { markActivity } from '../../server/src/domain/activities/mark-activity.ts';
import { sendMessage } from '../../server/src/domain/messages/send-message.ts';
import type { Clock } from '../../server/src/domain/clock.ts';
import type { RunOperation } from '../../server/src/domain/operations/run-operation.ts';
import type { Ports } from '../../server/src/domain/ports.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';
import type { Mark, OperationPlan, WritePlan } from '../../server/src/domain/write-plans.ts';
import type { PlanRequest } from '../../server/src/repositories/commit.ts';
import type { ActorOperation } from '../../server/src/repositories/operations.ts';
import { createStoreReads } from '../../server/src/repositories/reads.ts';
import { createStore } from '../../server/src/repositories/store.ts';
import type { Db } from '../../server/src/repositories/tables.ts';

/** A plan with an operation. */
export interface OperationRequest {
  plan: OperationPlan;
  operation: ActorOperation;
}

/** The operations of use cases, for tests that decide which share a commit. */
export interface WriteRequests {
  post(viewer: Viewer, message: string, id?: string): OperationRequest;
  reply(viewer: Viewer, activity_uuid: string): OperationRequest;
  mark(viewer: Viewer, activity_uuid: string, to: { mark: Mark; on: boolean }): PlanRequest;
  send(
    viewer: Viewer,
    message: string,
    to: { handle: string } | { message_group_uuid: string },
  ): OperationRequest;
}

const callDefaults = { query: undefined, accessToken: '', page: { before: undefined, limit: 50 } };

/** Use cases' requests to write to a store. */
export function createWriteRequests(db: Db, clock: Clock): WriteRequests {
  const ports: Ports = {
    ...createStoreReads(db, clock),
    ...{ clock, store: createStore(db, clock), readMachinesReport: null },
    ...{ deliver: () => undefined, refreshCounts: () => undefined, publishReadMark: () => undefined },
  };
  const captureOperation = (start: (run: RunOperation) => Promise<unknown>): OperationRequest => {
    const requests: OperationRequest[] = [];
    void start(({ viewer, operation }, plan) => {
      if (typeof plan !== 'function') requests.push({ operation: { actor: viewer.sub, operation }, plan });
      return new Promise(() => undefined);
    });
    const [request] = requests;
    if (!request) throw new Error('the use case awaited a call before its operation');
    return request;
  };
  const operation = (id: string = randomUUID()) => ({ id, fingerprint: 'of this act' });

  return {
    mark(viewer, activity_uuid, to) {
      const requests: PlanRequest[] = [];
      const store = {
        ...ports.store,
        runMark: (plan: WritePlan) => {
          requests.push({ plan, operation: null });
          return new Promise<never>(() => undefined);
        },
      };
      const given = { params: { activity_uuid }, body: undefined, operation: operation() };
      void markActivity({ ...ports, store }, { ...callDefaults, viewer, ...given }, to);
      const [request] = requests;
      if (!request) throw new Error('the use case awaited a call before its mark');
      return request;
    },
    post: (viewer, message, id) =>
      captureOperation((run) => {
        const given = { params: {}, body: { message, ttl: '1-day' } as const, operation: operation(id) };
        return createActivity(ports, run, { ...callDefaults, viewer, ...given });
      }),
    reply: (viewer, activity_uuid) =>
      captureOperation((run) => {
        const params = { activity_uuid };
        const body = { activity_uuid, message: 're' };
        return createReply(ports, run, { ...callDefaults, viewer, params, body, operation: operation() });
      }),
    send: (viewer, message, to) =>
      captureOperation((run) => {
        const given = { params: {}, body: { message, ...to }, operation: operation() };
        return sendMessage(ports, { run, startLimits: null }, { ...callDefaults, viewer, ...given });
      }),
  };
}
