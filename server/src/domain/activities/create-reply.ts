import { isUuid, rowIdOf } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildActivityAnswer } from './build-activity-answer.ts';
import { toTextColumns } from './create-activity.ts';

/**
 * Replies to a crud or to a reply; the reply expires with its parent.
 * @throws Refusal activity_uuid_blank when body and path name different cruds; activity_not_found, activity_expired
 */
export async function createReply(
  ports: Ports,
  run: RunOperation,
  call: CallOf<'createReply'>,
): AnswerOf<'createReply'> {
  const { viewer, operation, body, params } = call;
  if (body.activity_uuid.toLowerCase() !== params.activity_uuid.toLowerCase()) {
    throw new Refusal('activity_uuid_blank');
  }
  if (!isUuid(params.activity_uuid)) throw new Refusal('activity_not_found');
  const result = await run(call, {
    ...toTextColumns(body.message),
    is: 'crud',
    uuid: rowIdOf(viewer.sub, operation.id),
    author: viewer.sub,
    created_at: ports.clock.now(),
    expires_at: null,
    reply_to: params.activity_uuid.toLowerCase(),
  });
  if (result.envelopes.length > 0) ports.refreshCounts(params.activity_uuid.toLowerCase());
  return buildActivityAnswer(ports, viewer, result);
}
