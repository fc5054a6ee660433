import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The viewer's notifications of replies, mentions, likes and reposts, newest first. */
export function listNotifications(ports: Ports, call: CallOf<'notifications'>): AnswerOf<'notifications'> {
  return ports.notifications.readPage(call.viewer.sub, createView(ports.clock, call.viewer, call.page));
}
