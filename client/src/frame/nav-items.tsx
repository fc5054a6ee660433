import type { ShortUser } from '@cruddur/shared';
import { Bell, House, Mail, UserRound, type LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths, profilePath } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';

export type NavSection = 'home' | 'notifications' | 'messages' | 'profile';
export type Unread = { notifications: number; messages: number };

export type NavProps = {
  /** Null for visitors, who see Home and More alone. */
  me: ShortUser | null;
  /** The highlighted entry; null on pages that belong to none. */
  section: NavSection | null;
  unread: Unread;
};

type NavItem = { section: NavSection; label: string; icon: LucideIcon; to: string; unread: number };

/** The entries of the navigation in their order; the More menu follows them. */
export function listNavItems({ me, unread }: NavProps): NavItem[] {
  const home: NavItem = { section: 'home', label: 'Home', icon: House, to: paths.home, unread: 0 };
  if (me === null) return [home];
  const { notifications, messages } = unread;
  return [
    home,
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

type Props = {
  item: NavItem;
  current: boolean;
  onPress: (event: MouseEvent, section: NavSection) => void;
  className?: string;
};

/** One entry of the navigation. Its accessible label includes the unread count. */
export function NavLink({ item, current, onPress, className }: Props) {
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
