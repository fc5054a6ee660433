import { LogOut, Settings } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Icon } from './icon.tsx';
import { Stand } from './stand.tsx';
import type { Opened } from './use-trigger.ts';

/** What the profile box reveals. */
export function AccountMenu({ at, open, onClose, onSignOut }: Opened & { onSignOut: () => void }) {
  return (
    <Popover.Root open={open} onOpenChange={(wanted) => !wanted && onClose()}>
      <Popover.Trigger asChild>
        <Stand at={at} />
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
