import {
  MESSAGE_LIFETIMES,
  messageLifetimeLabel,
  type MessageLifetime,
  type ShortUser,
} from '@cruddur/shared';
import { ArrowLeft, Ellipsis } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { HeaderStatus } from '../base/ui/page-header.tsx';
import { paths, profilePath } from '../base/paths.ts';
import { Avatar, PresenceAvatar } from '../people/avatar.tsx';
import { IconLink, IconButton } from '../base/ui/icon.tsx';
import { Menu } from '../base/ui/menu.tsx';
import type { MenuItem, ReportChoice } from '../base/ui/menu-item.ts';
import { LifetimeMark } from './lifetime-notice.tsx';

/** The arrow on narrow screens, which show no list beside the conversation. */
function BackToList({ to = paths.messages }: { to?: string | undefined }) {
  return <IconLink className="back only-narrow" label="Back to conversations" icon={ArrowLeft} to={to} />;
}

/** The header of a conversation with an unknown person. */
export function PlainConversationHeader({ title }: { title: string }) {
  return (
    <div className="page-header">
      <BackToList />
      <div className="titles">
        <h1>{title}</h1>
      </div>
      {use(HeaderStatus)}
    </div>
  );
}

/** The header while the person is loading. @param handle null while it is unknown too */
export function LoadingConversationHeader({ handle }: { handle: string | null }) {
  return (
    <div className="page-header">
      <BackToList />
      <span className="av av-s bone" aria-hidden="true" />
      <h1 className="person-name">
        <b className="bone" aria-hidden="true" />
        {handle === null ? <span className="vh">Conversation</span> : <span>@{handle}</span>}
      </h1>
      {use(HeaderStatus)}
    </div>
  );
}

type ConversationHeaderProps = {
  person: ShortUser;
  /** The person has this conversation open. */
  isPresent: boolean;
  /** The account is deleted, so there is no profile to link to. */
  isDeleted?: boolean;
  /** How long messages last; undefined while it is loading. */
  lifetime?: MessageLifetime | undefined;
  /** The list that the conversation is in, unless it is that of all conversations. */
  listPath?: string;
  end?: ReactNode;
};

export function ConversationHeader(props: ConversationHeaderProps) {
  const { person, isPresent, isDeleted = false, lifetime = 'off', listPath, end } = props;
  const status = use(HeaderStatus);
  if (isDeleted)
    return (
      <div className="page-header">
        <BackToList />
        <Avatar person={person} size="small" />
        <h1 className="person-name">
          <b>{person.display_name}</b>
        </h1>
        {status}
      </div>
    );
  return (
    <div className="page-header">
      <BackToList to={listPath} />
      <Link to={profilePath(person.handle)} tabIndex={-1} aria-hidden="true">
        <PresenceAvatar person={person} size="small" isPresent={isPresent} />
      </Link>
      <h1 className="person-name">
        <Link to={profilePath(person.handle)}>
          <b>{person.display_name}</b>
          <span>
            <span>{isPresent ? `@${person.handle} · here now` : `@${person.handle}`}</span>
            <LifetimeMark lifetime={lifetime} />
          </span>
        </Link>
      </h1>
      {status}
      {end !== undefined && <div className="end">{end}</div>}
    </div>
  );
}

type ConversationMenuProps = {
  /** The other person's handle. */
  handle: string;
  onCopyLink: () => void;
  isBlocked: boolean;
  onReport: (choice: ReportChoice) => void;
  /** How long messages last; undefined without a conversation. */
  lifetime?: MessageLifetime | undefined;
  onLifetime: (lifetime: MessageLifetime) => void;
};

/** The further actions of a conversation. */
export function ConversationMenu({
  handle,
  onCopyLink,
  isBlocked,
  onReport,
  lifetime,
  onLifetime,
}: ConversationMenuProps) {
  const items: MenuItem[] = [
    { kind: 'link', label: 'View profile', icon: 'user', to: profilePath(handle) },
    { kind: 'action', label: 'Copy link', icon: 'link', onSelect: onCopyLink },
  ];
  if (lifetime !== undefined)
    items.push(
      { kind: 'separator' },
      {
        kind: 'choices',
        label: 'Messages disappear after',
        options: MESSAGE_LIFETIMES.map((option) => ({
          label: messageLifetimeLabel(option),
          icon: option === 'off' ? 'timerOff' : 'timer',
          chosen: option === lifetime,
          onSelect: () => onLifetime(option),
        })),
      },
    );
  items.push({ kind: 'report', handle, isBlocked, withoutMutes: true, onSelect: onReport });
  return (
    <Menu
      trigger={(props) => <IconButton {...props} label="More about this conversation" icon={Ellipsis} />}
      items={items}
    />
  );
}
