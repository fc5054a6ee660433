import { messageLifetimeLabel, type ConversationLifetime, type MessageLifetime } from '@cruddur/shared';
import { Timer } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** The line in a conversation at the last change of its lifetime. */
export interface LifetimeNotice {
  /** ISO time. */
  at: string;
  text: string;
}

/** Null while the lifetime has never been changed. @param nameOf the name of the person with a handle, or `You` */
export function toLifetimeNotice(
  { lifetime, changed_by, changed_at }: ConversationLifetime,
  nameOf: (handle: string) => string,
): LifetimeNotice | null {
  if (changed_at === null || changed_by === null) return null;
  const change =
    lifetime === 'off'
      ? 'turned off disappearing messages.'
      : `set messages to disappear after ${messageLifetimeLabel(lifetime)}.`;
  return { at: changed_at, text: `${nameOf(changed_by)} ${change}` };
}

export function LifetimeLine({ notice }: { notice: LifetimeNotice }) {
  return (
    <p className="lifetime-notice">
      <Icon of={Timer} size="small" />
      {notice.text}
    </p>
  );
}

/** The part of a conversation's header while its messages disappear. */
export function LifetimeMark({ lifetime }: { lifetime: MessageLifetime }) {
  if (lifetime === 'off') return null;
  return (
    <span className="lifetime-mark">
      {' · '}
      <Icon of={Timer} size="small" />
      <span className="vh">messages disappear after</span> {messageLifetimeLabel(lifetime)}
    </span>
  );
}
