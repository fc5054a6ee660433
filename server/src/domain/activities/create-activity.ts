import { LIFETIME_MS, rowIdOf } from '@cruddur/shared';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildActivityAnswer } from './build-activity-answer.ts';
import { toTextColumns } from './text-columns.ts';

/** Creates a crud with the chosen lifetime, publishes it on the public stream and notifies the mentioned people. */
export async function createActivity(
  ports: Ports,
  run: RunOperation,
  call: CallOf<'createActivity'>,
): AnswerOf<'createActivity'> {
  const { viewer, operation, body } = call;
  const now = ports.clock.now();
  const result = await run(call, {
    ...toTextColumns(body.message),
    is: 'crud',
    uuid: rowIdOf(viewer.sub, operation.id),
    author: viewer.sub,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS[body.ttl]),
    reply_to: null,
  });
  return buildActivityAnswer(ports, viewer, result);
}
