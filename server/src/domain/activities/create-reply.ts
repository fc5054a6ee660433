import { rowIdOf } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM } from '../streams.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildActivityAnswer } from './build-activity-answer.ts';
import { requireTarget } from './require-target.ts';
import { notifyRecipient, notifyMentioned } from './notify.ts';
import { toTextColumns } from './text-columns.ts';

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
  const result = await run(call, async (unit) => {
    const parent = await requireTarget(ports.clock, unit, params.activity_uuid);
    const now = ports.clock.now();
    const ref = rowIdOf(viewer.sub, operation.id);
    await unit.activities.insert({
      ...toTextColumns(body.message),
      uuid: ref,
      author: viewer.sub,
      created_at: now,
      expires_at: parent.expires_at,
      reply_to: parent.uuid,
    });
    const action = { uuid: ref, author: viewer.sub, at: now };
    const notificationEntries = [
      ...(await notifyRecipient(unit, action, { recipient: parent.author, reason: 'reply' })),
      ...(await notifyMentioned(unit, action, { text: body.message, except: parent.author })),
    ];
    return { ref, entries: [...notificationEntries, { stream: PUBLIC_STREAM, kind: 'reply.created', ref }] };
  });
  if (result.envelopes.length > 0) ports.refreshCounts(params.activity_uuid.toLowerCase());
  return buildActivityAnswer(ports, viewer, result);
}
