import {
  LIFETIME_MS,
  MESSAGE_LIFETIMES,
  type ConversationLifetime,
  type MessageLifetime,
} from '@cruddur/shared';

/** The lifetime columns of a conversation, with the handle of the person who changed it. */
export interface LifetimeRow {
  message_group_uuid: string;
  lifetime_ms: number | null;
  changed_by: string | null;
  changed_at: Date | null;
}

export function lifetimeMsOf(lifetime: MessageLifetime): number | null {
  return lifetime === 'off' ? null : LIFETIME_MS[lifetime];
}

export function toLifetime(ms: number | null): MessageLifetime {
  return MESSAGE_LIFETIMES.find((lifetime) => lifetimeMsOf(lifetime) === ms) ?? 'off';
}

export function toConversationLifetime(row: LifetimeRow): ConversationLifetime {
  const { message_group_uuid, lifetime_ms, changed_by, changed_at } = row;
  return {
    message_group_uuid,
    lifetime: toLifetime(lifetime_ms),
    changed_by,
    changed_at: changed_at?.toISOString() ?? null,
  };
}
