import type { ShortUser } from '@cruddur/shared';
import { ChevronsUpDown } from 'lucide-react';
import { lazyValue } from '../lazy/lazy-value.ts';
import { Avatar } from '../people/avatar.tsx';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { Icon } from '../ui/icon.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { useTrigger } from '../ui/use-trigger.ts';

export const lazyAccountMenu = lazyValue(42, async () => (await import('./account-menu.tsx')).AccountMenu);

/** The signed-in person. A click toggles a popup with Settings and Sign Out; Escape and outside clicks close it. */
export function ProfileBox({ me, onSignOut }: { me: ShortUser; onSignOut: () => void }) {
  const { trigger, toggle, wasOpened, opened } = useTrigger('dialog', lazyAccountMenu);
  const name = me.display_name || 'My Name';
  const handle = me.handle || 'handle';
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="profile-box"
        aria-label={`${name} @${handle}, account`}
        onClick={() => toggle('pointer')}
      >
        <Avatar person={me} size="small" />
        <span className="person-name">
          <b>{name}</b>
          <span>@{handle}</span>
        </span>
        <Icon of={ChevronsUpDown} />
      </button>
      {wasOpened && (
        <LazyComponent
          component={lazyAccountMenu}
          componentProps={{ ...opened, onSignOut }}
          fallback={opened.open && <PendingPopup onCancel={opened.onClose} />}
        />
      )}
    </>
  );
}
