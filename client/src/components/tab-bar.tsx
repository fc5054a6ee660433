import type { MenuItem } from './menu-item.ts';
import { MoreMenu } from './more-menu.tsx';
import { NavLink } from './nav-link.tsx';
import { navPlaces, type NavProps } from './nav-places.ts';

/** The navigation of phones, at the foot of the screen. */
export function TabBar({ more, ...nav }: NavProps & { more: readonly MenuItem[] }) {
  return (
    <nav className="tabs" aria-label="Main">
      <ul>
        {navPlaces(nav).map((place) => (
          <li key={place.section}>
            <NavLink place={place} current={place.section === nav.section} />
          </li>
        ))}
        <li>
          <MoreMenu items={more} side="top" />
        </li>
      </ul>
    </nav>
  );
}
