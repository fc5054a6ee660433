import {
  PenLine,
  Bell,
  House,
  Mail,
  Search,
  UserRound,
  type LucideIcon,
  CircleEllipsis,
  ChevronsUpDown,
} from 'lucide-react';
import { Brand } from '../../base/ui/logo.tsx';
import { Button } from '../../base/ui/button.tsx';
import { Icon, Badge } from '../../base/ui/icon.tsx';
import type { MenuItem } from '../../base/ui/menu-item.ts';
import { usePressedLink } from '../../base/page/use-pressed-link.ts';
import type { ShortUser } from '@cruddur/shared';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths, profilePath } from '../../base/paths.ts';
import { Menu } from '../../base/ui/menu.tsx';
import { lazyValue, LazyComponent } from '../../base/lazy/lazy-component.tsx';
import { Avatar } from '../../people/avatar.tsx';
import { PendingPopup } from '../../base/lazy/pending-popup.tsx';
import { useTrigger } from '../../base/ui/use-trigger.ts';

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
          <li key={item.section} className={item.section === 'search' ? 'only-narrow' : undefined}>
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

export type NavSection = 'home' | 'search' | 'notifications' | 'messages' | 'profile';
type Unread = { notifications: number; messages: number };

type NavProps = {
  /** Null for visitors, who see Home and More alone. */
  me: ShortUser | null;
  /** The highlighted entry; null on pages that belong to none. */
  section: NavSection | null;
  unread: Unread;
};

type NavItem = { section: NavSection; label: string; icon: LucideIcon; to: string; unread: number };

/**
 * The entries of the navigation in their order; the More menu follows them. Where there is a search field beside the screen, the
 * column lacks the search.
 */
export function listNavItems({ me, unread }: NavProps): NavItem[] {
  const home: NavItem = { section: 'home', label: 'Home', icon: House, to: paths.home, unread: 0 };
  if (me === null) return [home];
  const { notifications, messages } = unread;
  return [
    home,
    { section: 'search', label: 'Search', icon: Search, to: paths.search, unread: 0 },
    {
      section: 'notifications',
      label: 'Notifications',
      icon: Bell,
      to: paths.notifications,
      unread: notifications,
    },
    { section: 'messages', label: 'Messages', icon: Mail, to: paths.messages, unread: messages },
    { section: 'profile', label: 'Profile', icon: UserRound, to: profilePath(me.handle), unread: 0 },
  ];
}

type NavSectionProps = {
  item: NavItem;
  current: boolean;
  onPress: (event: MouseEvent, section: NavSection) => void;
  className?: string;
};

/** One entry of the navigation. Its accessible label includes the unread count. */
function NavLink({ item, current, onPress, className }: NavSectionProps) {
  const { section, label, icon, to, unread } = item;
  return (
    <Link
      className={className}
      to={to}
      aria-current={current ? 'page' : undefined}
      aria-label={unread > 0 ? `${label}, ${unread} new` : label}
      onClick={(event) => onPress(event, section)}
    >
      <Icon of={icon} size="large" />
      <span>{label}</span>
      <Badge count={unread} />
    </Link>
  );
}

type MoreMenuProps = { items: readonly MenuItem[]; className?: string; side?: 'top' | 'bottom' };

/** The last entry of the navigation: a menu that the specification requires to be a link. */
function MoreMenu({ items, className, side = 'bottom' }: MoreMenuProps) {
  return (
    <Menu
      trigger={(props) => (
        <a {...props} className={className} href={paths.more} aria-label="More">
          <Icon of={CircleEllipsis} size="large" />
          <span>More</span>
        </a>
      )}
      items={items}
      side={side}
      align={side === 'top' ? 'end' : 'start'}
    />
  );
}

export const lazyAccountMenu = lazyValue(42, async () => (await import('./account-menu.tsx')).AccountMenu);

/** The signed-in person. A click toggles a popup with Settings and Sign Out; Escape and outside clicks close it. */
function ProfileBox({ me, onSignOut }: { me: ShortUser; onSignOut: () => void }) {
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
