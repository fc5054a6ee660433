import { LIFETIME_MS, rowIdOf, hashtagsOf, mentionsOf } from '@cruddur/shared';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildActivityAnswer } from './build-activity-answer.ts';

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

/** A text as it is stored: in NFC, in which its length was counted, with the hashtags and mentions of which rows are made. */
export function toTextColumns(text: string): { message: string; hashtags: string[]; mentions: string[] } {
  const message = text.normalize('NFC');
  return { message, hashtags: hashtagsOf(message), mentions: mentionsOf(text) };
}
