import { PenLine } from 'lucide-react';
import { Brand } from './brand.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { MoreMenu } from './more-menu.tsx';
import { listNavItems, NavLink, type NavProps } from './nav-items.tsx';
import { ProfileBox } from './profile-box.tsx';
import { usePressedLink } from './use-pressed-link.ts';

type Props = NavProps & {
  more: readonly MenuItem[];
  onCrud: () => void;
  onSignOut: () => void;
};

/** The navigation column; an icon rail on tablets. Phones show `TabBar` instead. */
export function Navigation({ more, onCrud, onSignOut, ...nav }: Props) {
  const [section, onPress] = usePressedLink(nav.section);
  return (
    <nav className="nav" aria-label="Main">
      <Brand onClick={(event) => onPress(event, 'home')} />
      <ul>
        {listNavItems(nav).map((item) => (
          <li key={item.section}>
            <NavLink className="nav-item" item={item} current={item.section === section} onPress={onPress} />
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

/** The navigation of phones, at the bottom of the screen. */
export function TabBar({ more, ...nav }: NavProps & { more: readonly MenuItem[] }) {
  const [section, onPress] = usePressedLink(nav.section);
  return (
    <nav className="tabs" aria-label="Main">
      <ul>
        {listNavItems(nav).map((item) => (
          <li key={item.section}>
            <NavLink item={item} current={item.section === section} onPress={onPress} />
          </li>
        ))}
        <li>
          <MoreMenu items={more} side="top" />
        </li>
      </ul>
    </nav>
  );
}
