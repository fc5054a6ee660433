import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../create-view.ts';

/** Replies, mentions, likes and reposts of a person's own, newest first. */
export function listNotifications(ports: Ports, call: CallOf<'notifications'>): AnswerOf<'notifications'> {
  return ports.notifications.readPage(call.viewer.sub, createView(ports.clock, call.viewer, call.page));
}
