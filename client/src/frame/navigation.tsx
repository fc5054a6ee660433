import { PenLine } from 'lucide-react';
import { Brand } from './brand.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { MoreMenu } from './more-menu.tsx';
import { NavLink } from './nav-link.tsx';
import { listNavItems, type NavProps } from './nav-items.ts';
import { ProfileBox } from './profile-box.tsx';

type Props = NavProps & {
  more: readonly MenuItem[];
  onCrud: () => void;
  onSignOut: () => void;
};

/** The column beside the sheet; an icon rail on tablets. Phones have `TabBar` instead. */
export function Navigation({ more, onCrud, onSignOut, ...nav }: Props) {
  return (
    <nav className="nav" aria-label="Main">
      <Brand />
      <ul>
        {listNavItems(nav).map((place) => (
          <li key={place.section}>
            <NavLink className="nav-item" item={place} current={place.section === nav.section} />
          </li>
        ))}
        <li>
          <MoreMenu className="nav-item" items={more} />
        </li>
      </ul>
      {nav.me !== null && (
        <>
          <Button wide aria-label="Crud" onClick={onCrud}>
            <Icon of={PenLine} />
            <span>Crud</span>
          </Button>
          <ProfileBox me={nav.me} onSignOut={onSignOut} />
        </>
      )}
    </nav>
  );
}
