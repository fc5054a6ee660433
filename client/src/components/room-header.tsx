import type { ShortUser } from '@cruddur/shared';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, profilePath } from '../paths.ts';
import { Avatar } from './avatar.tsx';
import { PresentAvatar } from './present-avatar.tsx';
import { IconLink } from './icon-button.tsx';

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
export function PlainRoomHeader({ title }: { title: string }) {
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
  here: boolean;
  /** Their account is no more, and so is their page. */
  gone?: boolean;
  end?: ReactNode;
};

/** Who a conversation is with, and whether they are here now. */
export function RoomHeader({ person, here, gone = false, end }: Props) {
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
        <PresentAvatar person={person} size="small" here={here} />
      </Link>
      <h1 className="who">
        <Link to={profilePath(person.handle)}>
          <b>{person.display_name}</b>
          <span>
            @{person.handle}
            {here && ' · here now'}
          </span>
        </Link>
      </h1>
      {end !== undefined && <div className="end">{end}</div>}
    </div>
  );
}
