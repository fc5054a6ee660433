import type { MessageGroup } from '@cruddur/shared';
import type { MouseEventHandler } from 'react';
import { Link } from 'react-router-dom';
import { conversationPath } from '../base/paths.ts';
import { Age } from '../base/clock/dated-text.tsx';
import { useHasPassed } from '../base/clock/clock-react.tsx';
import { Badge } from '../base/ui/icon.tsx';
import { Byline } from '../cruds/byline.tsx';
import { clsx } from 'clsx';
import { PresenceAvatar } from '../people/avatar.tsx';

type Props = {
  group: MessageGroup;
  /** Replaces the conversation's address for a person without a conversation. */
  to?: string;
  active: boolean;
  onClick?: MouseEventHandler;
  /** The other person has this conversation open. */
  isPresent?: boolean;
  /** The other person is typing in it. */
  typing?: boolean;
};

/** One conversation of the list: the other person, the latest message, its age and the unread count. */
export function ConversationRow(props: Props) {
  const {
    group,
    to = conversationPath(group.uuid),
    active,
    onClick,
    isPresent = false,
    typing = false,
  } = props;
  const { unread, removed = false, own, created_at, expires_at } = group;
  const hasExpired = useHasPassed(expires_at === undefined ? Infinity : Date.parse(expires_at));
  const message = hasExpired ? '' : group.message;
  const hasText = typing || message !== '';
  return (
    <Link
      className={clsx('conversation-row', unread > 0 && 'new', hasText || 'without-text')}
      to={to}
      aria-current={active || undefined}
      onClick={onClick}
    >
      <PresenceAvatar person={group} isPresent={isPresent} />
      <Byline person={group} plain />
      {message === '' || created_at === '' ? <span /> : <Age at={created_at} />}
      {typing ? (
        <p className="partner-types">typing…</p>
      ) : (
        message !== '' && <p dir="auto">{own && !removed ? `You: ${message}` : message}</p>
      )}
      <Badge count={unread} />
      {isPresent && <span className="vh">here now</span>}
      {unread > 0 && <span className="vh">{unread} unread</span>}
    </Link>
  );
}
