import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { viewOf } from '../view-of.ts';

/** Replies, mentions, likes and reposts of a person's own, newest first. */
export function listNotifications(ports: Ports, call: CallOf<'notifications'>): AnswerOf<'notifications'> {
  return ports.notifications.page(call.viewer.sub, viewOf(ports.clock, call.viewer, call.page));
}
