import type { ShortUser } from '@cruddur/shared';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, profilePath } from '../paths.ts';
import { Avatar } from '../people/avatar.tsx';
import { PresenceAvatar } from '../people/presence-avatar.tsx';
import { IconLink } from '../ui/icon-button.tsx';

/** The arrow for screens that show no list beside the room. */
function BackToList() {
  return (
    <IconLink
      className="back only-narrow"
      label="Back to conversations"
      icon={ArrowLeft}
      to={paths.messages}
    />
  );
}

/** Above a room that cannot be shown, or not yet. */
export function PlainConversationHeader({ title }: { title: string }) {
  return (
    <div className="top">
      <BackToList />
      <div className="titles">
        <h1>{title}</h1>
      </div>
    </div>
  );
}

type Props = {
  person: ShortUser;
  /** They look at this conversation now. */
  isPresent: boolean;
  /** Their account is no more, and so is their page. */
  gone?: boolean;
  end?: ReactNode;
};

/** Who a conversation is with, and whether they are here now. */
export function ConversationHeader({ person, isPresent, gone = false, end }: Props) {
  if (gone)
    return (
      <div className="top">
        <BackToList />
        <Avatar person={person} size="small" />
        <h1 className="who">
          <b>{person.display_name}</b>
        </h1>
      </div>
    );
  return (
    <div className="top">
      <BackToList />
      <Link to={profilePath(person.handle)} tabIndex={-1} aria-hidden="true">
        <PresenceAvatar person={person} size="small" isPresent={isPresent} />
      </Link>
      <h1 className="who">
        <Link to={profilePath(person.handle)}>
          <b>{person.display_name}</b>
          <span>
            @{person.handle}
            {isPresent && ' · here now'}
          </span>
        </Link>
      </h1>
      {end !== undefined && <div className="end">{end}</div>}
    </div>
  );
}
