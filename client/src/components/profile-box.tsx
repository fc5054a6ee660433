import type { ShortUser } from '@cruddur/shared';
import { ChevronsUpDown } from 'lucide-react';
import { late } from '../late.ts';
import { Avatar } from './avatar.tsx';
import { Awaited } from './awaited.tsx';
import { Icon } from './icon.tsx';
import { LatePart } from './late-part.tsx';
import { useTrigger } from './use-trigger.ts';

export const accountMenu = late(async () => (await import('./account-menu.tsx')).AccountMenu);

/** Who is signed in. A click toggles it open and reveals Settings and Sign Out; Escape and outside clicks close it. */
export function ProfileBox({ me, onSignOut }: { me: ShortUser; onSignOut: () => void }) {
  const { trigger, toggle, wasOpened, opened } = useTrigger('dialog', accountMenu);
  const name = me.display_name || 'My Name';
  const handle = me.handle || 'handle';
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="me"
        aria-label={`${name} @${handle}, account`}
        onClick={() => toggle('pointer')}
      >
        <Avatar person={me} size="small" />
        <span className="who">
          <b>{name}</b>
          <span>@{handle}</span>
        </span>
        <Icon of={ChevronsUpDown} />
      </button>
      {wasOpened && (
        <LatePart
          of={accountMenu}
          with={{ ...opened, onSignOut }}
          meanwhile={opened.open && <Awaited onGiveUp={opened.onClose} />}
        />
      )}
    </>
  );
}
