import { LIFETIME_MS, rowIdOf } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../streams.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildActivityAnswer } from './build-activity-answer.ts';
import { notifyMentioned } from './notify.ts';
import { toTextColumns } from './text-columns.ts';

/** Creates a crud with the chosen lifetime, publishes it on the public stream and notifies the mentioned people. */
export async function createActivity(
  ports: Ports,
  run: RunOperation,
  call: CallOf<'createActivity'>,
): AnswerOf<'createActivity'> {
  const { viewer, operation, body } = call;
  const result = await run(call, async (unit) => {
    const now = ports.clock.now();
    const ref = rowIdOf(viewer.sub, operation.id);
    await unit.activities.insert({
      ...toTextColumns(body.message),
      uuid: ref,
      author: viewer.sub,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS[body.ttl]),
      reply_to: null,
    });
    const notificationEntries = await notifyMentioned(
      unit,
      { uuid: ref, author: viewer.sub, at: now },
      { text: body.message },
    );
    return {
      ref,
      entries: [...notificationEntries, { stream: PUBLIC_STREAM, kind: 'activity.created', ref }],
    };
  });
  return buildActivityAnswer(ports, viewer, result);
}
