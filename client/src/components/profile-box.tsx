import type { ShortUser } from '@cruddur/shared';
import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from './icon.tsx';

/** Who is signed in. A click toggles it open and reveals Settings and Sign Out; Escape and outside clicks close it. */
export function ProfileBox({ me, onSignOut }: { me: ShortUser; onSignOut: () => void }) {
  const name = me.display_name || 'My Name';
  const handle = me.handle || 'handle';
  return (
    <Popover.Root>
      <Popover.Trigger className="me" aria-label={`${name} @${handle}, account`}>
        <Avatar person={me} size="small" />
        <span className="who">
          <b>{name}</b>
          <span>@{handle}</span>
        </span>
        <Icon of={ChevronsUpDown} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Account"
        >
          <Popover.Close asChild>
            <Link to={paths.settings}>
              <Icon of={Settings} />
              Settings
            </Link>
          </Popover.Close>
          <button type="button" onClick={onSignOut}>
            <Icon of={LogOut} />
            Sign Out
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
