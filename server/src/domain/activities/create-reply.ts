import { rowIdOf } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM } from '../events.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { activityAnswer } from './activity-answer.ts';
import { livingTarget } from './living-target.ts';
import { notify, notifyMentioned } from './notify.ts';
import { rowOfText } from './row-of-text.ts';

/**
 * Replies to a crud or to a reply; the reply burns out with its parent.
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
  const made = await run(call, async (unit) => {
    const parent = await livingTarget(ports.clock, unit, params.activity_uuid);
    const now = ports.clock.now();
    const ref = rowIdOf(viewer.sub, operation.id);
    await unit.activities.insert({
      ...rowOfText(body.message),
      uuid: ref,
      author: viewer.sub,
      created_at: now,
      expires_at: parent.expires_at,
      reply_to: parent.uuid,
    });
    const deed = { uuid: ref, author: viewer.sub, at: now };
    const told = [
      ...(await notify(unit, deed, { recipient: parent.author, reason: 'reply' })),
      ...(await notifyMentioned(unit, deed, { text: body.message, except: parent.author })),
    ];
    return { ref, entries: [...told, { stream: PUBLIC_STREAM, kind: 'reply.created', ref }] };
  });
  if (made.envelopes.length > 0) ports.recount(params.activity_uuid.toLowerCase());
  return activityAnswer(ports, viewer, made);
}
