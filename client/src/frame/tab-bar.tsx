import type { MenuItem } from '../ui/menu-item.ts';
import { MoreMenu } from './more-menu.tsx';
import { NavLink } from './nav-link.tsx';
import { listNavItems, type NavProps } from './nav-items.ts';

/** The navigation of phones, at the foot of the screen. */
export function TabBar({ more, ...nav }: NavProps & { more: readonly MenuItem[] }) {
  return (
    <nav className="tabs" aria-label="Main">
      <ul>
        {listNavItems(nav).map((place) => (
          <li key={place.section}>
            <NavLink item={place} current={place.section === nav.section} />
          </li>
        ))}
        <li>
          <MoreMenu items={more} side="top" />
        </li>
      </ul>
    </nav>
  );
}
