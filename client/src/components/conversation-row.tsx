import type { MessageGroup } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { conversationPath } from '../paths.ts';
import { Age } from './age.tsx';
import { Badge } from './badge.tsx';
import { Byline } from './byline.tsx';
import { classNames } from './class-names.ts';
import { PresentAvatar } from './present-avatar.tsx';

type Props = {
  group: MessageGroup;
  /** Where it leads, when that is not the conversation: a person with whom there is none yet. */
  to?: string;
  active: boolean;
  /** The other person looks at this conversation now. */
  here?: boolean;
  /** They are writing in it. */
  typing?: boolean;
};

/** One conversation of the list: the other person, the latest message, its age, and how much of it is unread. */
export function ConversationRow(props: Props) {
  const { group, to = conversationPath(group.uuid), active, here = false, typing = false } = props;
  const { unread, message, own, created_at } = group;
  return (
    <Link className={classNames('conv', unread > 0 && 'new')} to={to} aria-current={active || undefined}>
      <PresentAvatar person={group} here={here} />
      <Byline person={group} plain />
      {created_at === '' ? <span /> : <Age at={created_at} />}
      {typing ? <p className="writing">writing…</p> : <p dir="auto">{own ? `You: ${message}` : message}</p>}
      <Badge count={unread} />
      {here && <span className="vh">here now</span>}
      {unread > 0 && <span className="vh">{unread} unread</span>}
    </Link>
  );
}
