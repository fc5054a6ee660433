import { Link } from 'react-router-dom';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import type { NavItem } from './nav-items.ts';

type Props = { item: NavItem; current: boolean; className?: string };

/** One place of the navigation. Its label says in full how much is unread there. */
export function NavLink({ item, current, className }: Props) {
  const { label, icon, to, unread } = item;
  return (
    <Link
      className={className}
      to={to}
      aria-current={current ? 'page' : undefined}
      aria-label={unread > 0 ? `${label}, ${unread} new` : label}
    >
      <Icon of={icon} size="large" />
      <span>{label}</span>
      <Badge count={unread} />
    </Link>
  );
}
