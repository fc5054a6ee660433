import type { MessageGroup } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { conversationPath } from '../paths.ts';
import { Age } from './age.tsx';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Byline } from './byline.tsx';
import { classNames } from './class-names.ts';

type Props = {
  group: MessageGroup;
  /** Where it leads, when that is not the conversation: a person with whom there is none yet. */
  to?: string;
  active: boolean;
};

/** One conversation of the list: the other person, the latest message, its age, and how much of it is unread. */
export function ConversationRow({ group, to = conversationPath(group.uuid), active }: Props) {
  const { unread, message, created_at } = group;
  return (
    <Link className={classNames('conv', unread > 0 && 'new')} to={to} aria-current={active || undefined}>
      <Avatar person={group} />
      <Byline person={group} plain />
      {created_at === '' ? <span /> : <Age at={created_at} />}
      <p dir="auto">{message}</p>
      <Badge count={unread} />
      {unread > 0 && <span className="vh">{unread} unread</span>}
    </Link>
  );
}
