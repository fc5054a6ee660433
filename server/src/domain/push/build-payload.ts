import { pageUrlPatterns, pathOf, PUSH_TTL_MAX_MS, type PushPayload } from '@cruddur/shared';
import type { DuePush } from './ports.ts';

/** The path that a notification opens, and the tag of those that replace each other: one per conversation and crud. */
export function addressOf({ subject, kind }: Pick<DuePush, 'subject' | 'kind'>): {
  path: string;
  tag: string;
} {
  if (subject.kind === 'message') {
    const { group } = subject;
    const path = pathOf({ path: pageUrlPatterns.conversation }, { message_group_uuid: group });
    return { path, tag: `${kind} ${group}` };
  }
  const { author, uuid } = subject;
  const path = pathOf({ path: pageUrlPatterns.post }, { handle: author, activity_uuid: uuid });
  return { path, tag: `${kind} ${uuid}` };
}

export function buildPayload(
  push: Pick<DuePush, 'subject' | 'kind'>,
  { expiresAt, unread }: { expiresAt: Date | null; unread: number },
): PushPayload {
  return { kind: push.kind, ...addressOf(push), until: expiresAt?.toISOString() ?? null, unread };
}

/** In seconds, not beyond the life of the subject; 0 when it is over. */
export function ttlOf(expiresAt: Date | null, now: Date): number {
  const leftMs = expiresAt === null ? PUSH_TTL_MAX_MS : expiresAt.getTime() - now.getTime();
  return Math.max(0, Math.floor(Math.min(leftMs, PUSH_TTL_MAX_MS) / 1000));
}
