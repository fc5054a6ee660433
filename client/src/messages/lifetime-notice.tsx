import { messageLifetimeLabel, type ConversationLifetime, type MessageLifetime } from '@cruddur/shared';
import { Timer } from 'lucide-react';
import { Icon } from '../base/ui/icon.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCall } from '../base/http/page-services.ts';
import { setMessageLifetime, lifetimeQuery, onLifetimeChanged } from './conversation-queries.ts';
import { useToasts } from '../base/ui/toasts.tsx';
import { toErrorSentences } from '../base/http/error-texts.ts';

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
  return { at: changed_at, text: `${nameOf(changed_by)} ${change} This holds for messages from here on.` };
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

/** How long the messages of a conversation last, once it is known, and the change of it. A failed change is shown as a toast. */
export function useLifetime(group: string | null): {
  state: ConversationLifetime | undefined;
  change: (lifetime: MessageLifetime) => void;
} {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();
  const { data } = useQuery({ ...lifetimeQuery(call, group ?? ''), enabled: group !== null });
  const change = useCallback(
    (lifetime: MessageLifetime) => {
      if (group === null) return;
      setMessageLifetime(call, group, lifetime).then(
        (changed) => onLifetimeChanged(client, changed),
        (failure: unknown) => showToast({ text: toErrorSentences(failure) }),
      );
    },
    [call, client, group, showToast],
  );
  return { state: data, change };
}
