import { LogOut, Settings } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Link } from 'react-router-dom';
import { paths } from '../../base/paths.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { AnchorProxy } from '../../base/ui/menu-body.tsx';
import type { PopupProps } from '../../base/ui/use-trigger.ts';

/** The popup of the profile box. */
export function AccountMenu({ anchor, open, onClose, onSignOut }: PopupProps & { onSignOut: () => void }) {
  return (
    <Popover.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Trigger asChild>
        <AnchorProxy anchor={anchor} />
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
